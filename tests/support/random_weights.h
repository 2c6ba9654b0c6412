// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "quant/tensor_type.h"

#include <cstddef>
#include <random>
#include <vector>

namespace lacuna::test {

/// Every weight type that the engine runs.
inline constexpr quant::TensorType runnableTypes[] = {
    quant::TensorType::F32,  quant::TensorType::F16,    quant::TensorType::BF16,   quant::TensorType::Q4_0,
    quant::TensorType::Q4_1, quant::TensorType::Q5_0,   quant::TensorType::Q5_1,   quant::TensorType::Q8_0,
    quant::TensorType::Q2_K, quant::TensorType::Q3_K,   quant::TensorType::Q4_K,   quant::TensorType::Q5_K,
    quant::TensorType::Q6_K, quant::TensorType::IQ4_NL, quant::TensorType::IQ4_XS,
};

/// Blocks of a runnable type with random quants and scales; all numbers are finite and of moderate size (magnitudes
/// between 2^-9 and 2^-3 for the f16 scales). `elements`: a multiple of the type's block.
std::vector<std::byte> randomBlocks(quant::TensorType type, size_t elements, std::mt19937& random);

/// Whether a byte of a quantised type's block belongs to an f16 scale or offset.
bool isScale(quant::TensorType type, size_t byteOfBlock);

} // namespace lacuna::test
