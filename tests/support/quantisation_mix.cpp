// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/quantisation_mix.h"

#include <array>

namespace lacuna::support {

namespace {

using quant::TensorType;

template<TensorType type>
TensorType uniform(TensorRole, int, int)
{
    return type;
}

/// One type throughout but for the output head, which llama-quantize keeps in Q6_K.
template<TensorType type>
TensorType uniformWithHead(TensorRole role, int, int)
{
    return role == TensorRole::Output ? TensorType::Q6_K : type;
}

/// The layers to which the K_M mixes give more bits: the first and last eighth, and every third between.
bool takesMoreBits(int layer, int layers)
{
    const int eighth = layers / 8;
    return layer < eighth || layer >= 7 * layers / 8 || (layer - eighth) % 3 == 2;
}

template<TensorType type>
TensorType kMedium(TensorRole role, int layer, int layers)
{
    const bool sensitive = role == TensorRole::Value || role == TensorRole::Down;
    if (role == TensorRole::Output || (sensitive && takesMoreBits(layer, layers)))
        return TensorType::Q6_K;
    return type;
}

TensorType q3KMedium(TensorRole role, int layer, int layers)
{
    switch (role) {
    case TensorRole::Output:
        return TensorType::Q6_K;
    case TensorRole::Value:
        return layer < 2 ? TensorType::Q5_K : TensorType::Q4_K;
    case TensorRole::Down:
        return layer < layers / 16 ? TensorType::Q5_K : TensorType::Q4_K;
    case TensorRole::AttentionOutput:
        return TensorType::Q4_K;
    default:
        return TensorType::Q3_K;
    }
}

TensorType q2K(TensorRole role, int, int)
{
    switch (role) {
    case TensorRole::Output:
        return TensorType::Q6_K;
    case TensorRole::Value:
    case TensorRole::Down:
    case TensorRole::AttentionOutput:
        return TensorType::Q3_K;
    default:
        return TensorType::Q2_K;
    }
}

/// No download's mix: another type for every role, so that one layer runs them all.
template<TensorType... types>
TensorType rotating(TensorRole role, int layer, int)
{
    constexpr std::array list {types...};
    return list[(std::size_t(role) + std::size_t(layer)) % list.size()];
}

// File type ids: llama.h, enum llama_ftype.
constexpr QuantisationMix mixes[] = {
    {"F32", 0, uniform<TensorType::F32>},
    {"F16", 1, uniform<TensorType::F16>},
    {"BF16", 32, uniform<TensorType::BF16>},
    {"Q8_0", 7, uniform<TensorType::Q8_0>},
    {"Q4_0", 2, uniformWithHead<TensorType::Q4_0>},
    {"Q4_1", 3, uniformWithHead<TensorType::Q4_1>},
    {"Q5_0", 8, uniformWithHead<TensorType::Q5_0>},
    {"Q5_1", 9, uniformWithHead<TensorType::Q5_1>},
    {"IQ4_NL", 25, uniformWithHead<TensorType::IQ4_NL>},
    {"IQ4_XS", 30, uniformWithHead<TensorType::IQ4_XS>},
    {"Q2_K", 10, q2K},
    {"Q3_K_M", 12, q3KMedium},
    {"Q4_K_M", 15, kMedium<TensorType::Q4_K>},
    {"Q5_K_M", 17, kMedium<TensorType::Q5_K>},
    {"Q6_K", 18, uniform<TensorType::Q6_K>},
    {"all-32", 7,
     rotating<TensorType::Q4_0, TensorType::Q4_1, TensorType::Q5_0, TensorType::Q5_1, TensorType::IQ4_NL,
              TensorType::Q8_0>},
    {"all-256", 18,
     rotating<TensorType::Q2_K, TensorType::Q3_K, TensorType::Q4_K, TensorType::Q5_K, TensorType::IQ4_XS,
              TensorType::Q6_K>},
    {"all-plain", 1, rotating<TensorType::F32, TensorType::BF16, TensorType::F16>},
};

} // namespace

const QuantisationMix* findMix(const QByteArray& name)
{
    for (const QuantisationMix& mix : mixes)
        if (name == mix.name)
            return &mix;
    return nullptr;
}

QStringList mixNames()
{
    QStringList names;
    for (const QuantisationMix& mix : mixes)
        names << QString::fromLatin1(mix.name);
    return names;
}

} // namespace lacuna::support
