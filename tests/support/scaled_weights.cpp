// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/scaled_weights.h"

#include "quant/blocks.h"

#include <QtCore/qfloat16.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace lacuna::support {

namespace {

using quant::TensorType;

// Random bits give sub-scales down to 0, hence values with heavier tails than any trained weights have; in files
// sub-scales of a block lie close together. These functions leave the upper half of each field's range.

/// Packed scales and minima of 6 bits (see quant::PackedScales): all at least 32.
template<typename Block>
void raisePacked(std::byte* block)
{
    for (std::size_t i = 0; i < 8; ++i)
        block[offsetof(Block, scales) + i] |= std::byte {0xa0};
}

/// Scales and minima of 4 bits: all at least 8.
void raiseQ2K(std::byte* block)
{
    for (std::size_t i = 0; i < 16; ++i)
        block[offsetof(quant::BlockQ2_K, scales) + i] |= std::byte {0x88};
}

/// Scales of 8 bits with sign: bit 6 unlike bit 7 makes the magnitude at least 64.
void raiseQ6K(std::byte* block)
{
    for (std::size_t i = 0; i < 16; ++i) {
        std::byte& scale = block[offsetof(quant::BlockQ6_K, scales) + i];
        scale = (scale & std::byte {0xbf}) | ((~scale >> 1) & std::byte {0x40});
    }
}

/// Four pairs of the upper two bits of scales of 6 bits, 32 too large: equal bits make the magnitude at least 16.
void raisePairs(std::byte* bytes, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        bytes[i] = (bytes[i] & std::byte {0xaa}) | ((bytes[i] & std::byte {0xaa}) >> 1);
}

void raiseQ3K(std::byte* block)
{
    raisePairs(block + offsetof(quant::BlockQ3_K, scales) + 8, 4);
}

void raiseIQ4XS(std::byte* block)
{
    raisePairs(block + offsetof(quant::BlockIQ4_XS, scalesHigh), 2);
}

/// Where a block keeps its f16 scales, and what they are worth.
struct Recipe {
    TensorType type;
    std::size_t d; ///< byte at which the scale stands
    std::optional<std::size_t> second; ///< byte at which the offset (m or dmin) stands
    double secondFactor; ///< second = factor · d makes the mean 0
    double deviation; ///< of the values for d = 1, when all other bits are random
    void (*raiseScales)(std::byte* block);
};

// Deviations: the root of the values' mean square, where independent factors' mean squares multiply and independent
// terms' variances add. An evenly spread field from a to b has the mean (a + b) / 2 and the variance ((b − a + 1)² − 1)
// / 12.
constexpr Recipe recipes[] = {
    {TensorType::Q4_0, offsetof(quant::BlockQ4_0, d), std::nullopt, 0, 4.64, nullptr},
    {TensorType::Q4_1, offsetof(quant::BlockQ4_1, d), offsetof(quant::BlockQ4_1, m), -7.5, 4.61, nullptr},
    {TensorType::Q5_0, offsetof(quant::BlockQ5_0, d), std::nullopt, 0, 9.25, nullptr},
    {TensorType::Q5_1, offsetof(quant::BlockQ5_1, d), offsetof(quant::BlockQ5_1, m), -15.5, 9.23, nullptr},
    {TensorType::Q8_0, offsetof(quant::BlockQ8_0, d), std::nullopt, 0, 73.9, nullptr},
    {TensorType::Q2_K, offsetof(quant::BlockQ2_K, d), offsetof(quant::BlockQ2_K, dmin), 1.5, 14.0, raiseQ2K},
    {TensorType::Q3_K, offsetof(quant::BlockQ3_K, d), std::nullopt, 0, 57.3, raiseQ3K},
    {TensorType::Q4_K, offsetof(quant::BlockQ4_K, d), offsetof(quant::BlockQ4_K, dmin), 7.5, 244,
     raisePacked<quant::BlockQ4_K>},
    {TensorType::Q5_K, offsetof(quant::BlockQ5_K, d), offsetof(quant::BlockQ5_K, dmin), 15.5, 490,
     raisePacked<quant::BlockQ5_K>},
    {TensorType::Q6_K, offsetof(quant::BlockQ6_K, d), std::nullopt, 0, 1807, raiseQ6K},
    {TensorType::IQ4_NL, offsetof(quant::BlockIQ4_NL, d), std::nullopt, 0, 67.4, nullptr},
    {TensorType::IQ4_XS, offsetof(quant::BlockIQ4_XS, d), std::nullopt, 0, 1648, raiseIQ4XS},
};

template<typename T>
void store(std::byte* target, T value)
{
    std::memcpy(target, &value, sizeof value);
}

/// Makes one block after the other.
class BlockSource {
public:
    BlockSource(TensorType type, float deviation, quint64 seed)
        : m_type(type)
        , m_deviation(deviation)
        , m_random(seed)
    {
        const auto* const recipe =
            std::find_if(std::begin(recipes), std::end(recipes), [type](const Recipe& r) { return r.type == type; });
        m_recipe = recipe == std::end(recipes) ? nullptr : recipe;
    }

    void next(std::span<std::byte> block)
    {
        if (m_recipe == nullptr)
            storePlain(block.data());
        else
            storeQuantised(block);
    }

private:
    void storePlain(std::byte* target)
    {
        const float limit = m_deviation * std::sqrt(3.0F); // an even spread of this half-width has the deviation wanted
        const float value = m_random.uniform(-limit, limit);
        if (m_type == TensorType::F16)
            store(target, qfloat16(value));
        else if (m_type == TensorType::BF16)
            store(target, static_cast<quint16>(std::bit_cast<quint32>(value) >> 16));
        else
            store(target, value);
    }

    void storeQuantised(std::span<std::byte> block)
    {
        for (std::size_t i = 0; i < block.size(); i += sizeof(quint64)) {
            const quint64 bits = m_random.next();
            std::memcpy(&block[i], &bits, std::min(sizeof bits, block.size() - i));
        }
        if (m_recipe->raiseScales != nullptr)
            m_recipe->raiseScales(block.data());
        double d = double(m_deviation) / m_recipe->deviation * double(m_random.uniform(0.75F, 1.25F));
        // Formats without an offset lean to one side by half a step: alternating signs cancel that.
        if (!m_recipe->second && (m_random.next() & 1) != 0)
            d = -d;
        store(&block[m_recipe->d], qfloat16(float(d)));
        if (m_recipe->second)
            store(&block[*m_recipe->second], qfloat16(float(m_recipe->secondFactor * d)));
    }

    TensorType m_type;
    float m_deviation;
    Random m_random;
    const Recipe* m_recipe; ///< null for plain numbers
};

/// Cuts the blocks into the chunks that a writer asks for.
class BlockStream {
public:
    BlockStream(TensorType type, float deviation, quint64 seed)
        : m_start(type, deviation, seed)
        , m_source(m_start)
        , m_block(quant::traits(type).blockBytes)
        , m_used(m_block.size())
    {
    }

    void operator()(quint64 offset, std::span<std::byte> out)
    {
        if (offset == 0) { // a writer may be asked for the same file twice
            m_source = m_start;
            m_used = m_block.size();
        }
        while (!out.empty()) {
            if (m_used == m_block.size()) {
                m_source.next(m_block);
                m_used = 0;
            }
            const std::size_t count = std::min(out.size(), m_block.size() - m_used);
            std::memcpy(out.data(), m_block.data() + m_used, count);
            m_used += count;
            out = out.subspan(count);
        }
    }

private:
    BlockSource m_start;
    BlockSource m_source;
    std::vector<std::byte> m_block;
    std::size_t m_used; ///< bytes of m_block that have been handed out
};

} // namespace

quint64 Random::next()
{
    m_state += 0x9e3779b97f4a7c15U;
    quint64 z = m_state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

float Random::uniform(float low, float high)
{
    return low + (high - low) * (float(next() >> 40) * 0x1p-24F);
}

TensorData scaledWeights(TensorType type, float deviation, quint64 seed)
{
    return BlockStream(type, deviation, seed);
}

} // namespace lacuna::support
