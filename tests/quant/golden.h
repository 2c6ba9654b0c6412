// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "quant/tensor_type.h"

#include <QByteArray>
#include <QString>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lacuna::quant {

/// Every type that dequantise() knows, hence every type with a golden file.
inline constexpr TensorType dequantisedTypes[] = {
    TensorType::F32,  TensorType::F16,  TensorType::BF16, TensorType::Q4_0,   TensorType::Q4_1,
    TensorType::Q5_0, TensorType::Q5_1, TensorType::Q8_0, TensorType::Q2_K,   TensorType::Q3_K,
    TensorType::Q4_K, TensorType::Q5_K, TensorType::Q6_K, TensorType::IQ4_NL, TensorType::IQ4_XS,
};

/// Blocks of one type and the values that gguf-py gives them (tests/data/quant).
struct Golden {
    TensorType type;
    std::vector<std::byte> blocks;
    std::vector<float> values;
};

/// Reads the golden file of a type; nothing where it is missing or not what the script writes.
std::optional<Golden> readGolden(TensorType type);

/// Equal to the bit; a NaN equals any other.
inline bool sameFloat(float a, float b)
{
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) || (std::isnan(a) && std::isnan(b));
}

/// Index of the first value that differs, or -1.
inline std::ptrdiff_t firstDifference(std::span<const float> a, std::span<const float> b)
{
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
        if (!sameFloat(a[i], b[i]))
            return static_cast<std::ptrdiff_t>(i);
    }
    return a.size() == b.size() ? -1 : static_cast<std::ptrdiff_t>(std::min(a.size(), b.size()));
}

} // namespace lacuna::quant
