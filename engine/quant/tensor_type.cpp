// SPDX-License-Identifier: GPL-3.0-or-later
#include "quant/tensor_type.h"

#include "checked.h"

#include <array>

namespace lacuna::quant {

namespace {

/// Ids are below this; those without a row in the table were withdrawn.
constexpr quint32 s_typeCount = 43;

// Block layouts as ggml-common.h declares them, spelled as the sums of their fields so that each can be checked by eye:
// an f16 scale takes 2 bytes, n-bit values n / 8 bytes each, K-quants hold 256 values.
constexpr std::array s_table {
    // type, name, values, bytes, can dequantise, can run
    TypeTraits {TensorType::F32, "F32", 1, 4, true, true},
    TypeTraits {TensorType::F16, "F16", 1, 2, true, true},
    TypeTraits {TensorType::Q4_0, "Q4_0", 32, 2 + 16, true, true},
    TypeTraits {TensorType::Q4_1, "Q4_1", 32, 2 + 2 + 16, true, true},
    TypeTraits {TensorType::Q5_0, "Q5_0", 32, 2 + 4 + 16, true, true},
    TypeTraits {TensorType::Q5_1, "Q5_1", 32, 2 + 2 + 4 + 16, true, true},
    TypeTraits {TensorType::Q8_0, "Q8_0", 32, 2 + 32, true, true},
    TypeTraits {TensorType::Q8_1, "Q8_1", 32, 2 + 2 + 32, false, false},
    TypeTraits {TensorType::Q2_K, "Q2_K", 256, 2 + 2 + 16 + 64, true, true},
    TypeTraits {TensorType::Q3_K, "Q3_K", 256, 2 + 12 + 32 + 64, true, true},
    TypeTraits {TensorType::Q4_K, "Q4_K", 256, 2 + 2 + 12 + 128, true, true},
    TypeTraits {TensorType::Q5_K, "Q5_K", 256, 2 + 2 + 12 + 32 + 128, true, true},
    TypeTraits {TensorType::Q6_K, "Q6_K", 256, 2 + 16 + 64 + 128, true, true},
    TypeTraits {TensorType::Q8_K, "Q8_K", 256, 4 + 256 + 32, false, false},
    TypeTraits {TensorType::IQ2_XXS, "IQ2_XXS", 256, 2 + 64, false, false},
    TypeTraits {TensorType::IQ2_XS, "IQ2_XS", 256, 2 + 64 + 8, false, false},
    TypeTraits {TensorType::IQ3_XXS, "IQ3_XXS", 256, 2 + 64 + 32, false, false},
    TypeTraits {TensorType::IQ1_S, "IQ1_S", 256, 2 + 32 + 16, false, false},
    TypeTraits {TensorType::IQ4_NL, "IQ4_NL", 32, 2 + 16, true, true},
    TypeTraits {TensorType::IQ3_S, "IQ3_S", 256, 2 + 64 + 32 + 8 + 4, false, false},
    TypeTraits {TensorType::IQ2_S, "IQ2_S", 256, 2 + 64 + 16, false, false},
    TypeTraits {TensorType::IQ4_XS, "IQ4_XS", 256, 2 + 2 + 128 + 4, true, true},
    TypeTraits {TensorType::I8, "I8", 1, 1, false, false},
    TypeTraits {TensorType::I16, "I16", 1, 2, false, false},
    TypeTraits {TensorType::I32, "I32", 1, 4, false, false},
    TypeTraits {TensorType::I64, "I64", 1, 8, false, false},
    TypeTraits {TensorType::F64, "F64", 1, 8, false, false},
    TypeTraits {TensorType::IQ1_M, "IQ1_M", 256, 32 + 16 + 8, false, false},
    TypeTraits {TensorType::BF16, "BF16", 1, 2, true, true},
    TypeTraits {TensorType::TQ1_0, "TQ1_0", 256, 2 + 48 + 4, false, false},
    TypeTraits {TensorType::TQ2_0, "TQ2_0", 256, 2 + 64, false, false},
    TypeTraits {TensorType::MXFP4, "MXFP4", 32, 1 + 16, false, false},
    TypeTraits {TensorType::NVFP4, "NVFP4", 64, 4 + 32, false, false},
    TypeTraits {TensorType::Q1_0, "Q1_0", 128, 2 + 16, false, false},
    TypeTraits {TensorType::Q2_0, "Q2_0", 64, 2 + 16, false, false},
};

} // namespace

const TypeTraits* findTraits(quint32 typeId)
{
    for (const TypeTraits& row : s_table) {
        if (static_cast<quint32>(row.type) == typeId)
            return &row;
    }
    return nullptr;
}

const TypeTraits& traits(TensorType type)
{
    return *findTraits(static_cast<quint32>(type));
}

bool wasRemoved(quint32 typeId)
{
    return typeId < s_typeCount && !findTraits(typeId);
}

QString typeName(quint32 typeId)
{
    if (const TypeTraits* row = findTraits(typeId))
        return QString::fromLatin1(row->name);
    return (wasRemoved(typeId) ? QStringLiteral("removed type %1") : QStringLiteral("unknown type %1")).arg(typeId);
}

std::optional<quint64> byteSize(TensorType type, quint64 elements)
{
    const TypeTraits& row = traits(type);
    if (elements % row.blockElements != 0)
        return std::nullopt;
    return checkedMultiply(elements / row.blockElements, row.blockBytes);
}

} // namespace lacuna::quant
