// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/random_weights.h"

#include "quant/blocks.h"

namespace lacuna::test {

using quant::TensorType;

namespace {

/// Where a block's f16 numbers stand.
std::vector<size_t> halves(TensorType type)
{
    switch (type) {
    case TensorType::F16:
        return {0};
    case TensorType::Q4_1:
    case TensorType::Q5_1:
        return {0, 2};
    case TensorType::Q2_K:
        return {offsetof(quant::BlockQ2_K, d), offsetof(quant::BlockQ2_K, dmin)};
    case TensorType::Q3_K:
        return {offsetof(quant::BlockQ3_K, d)};
    case TensorType::Q4_K:
        return {offsetof(quant::BlockQ4_K, d), offsetof(quant::BlockQ4_K, dmin)};
    case TensorType::Q5_K:
        return {offsetof(quant::BlockQ5_K, d), offsetof(quant::BlockQ5_K, dmin)};
    case TensorType::Q6_K:
        return {offsetof(quant::BlockQ6_K, d)};
    default:
        return {0}; // the other quantised blocks begin with d
    }
}

/// Replaces the exponent of a little-endian float, whose exponent begins at bit `mantissaBits`, by one near zero.
void tameExponent(std::byte* number, int bytes, int mantissaBits, int bias)
{
    quint32 bits = 0;
    for (int i = 0; i < bytes; ++i)
        bits |= quint32(number[i]) << (8 * i);
    const quint32 exponent = quint32(bias) - 9 + ((bits >> mantissaBits) & 7) % 6; // 2^-9 … 2^-4
    const quint32 signBit = quint32(1) << (8 * bytes - 1);
    bits = (bits & (signBit | ((quint32(1) << mantissaBits) - 1))) | exponent << mantissaBits;
    for (int i = 0; i < bytes; ++i)
        number[i] = std::byte(bits >> (8 * i));
}

} // namespace

std::vector<std::byte> randomBlocks(TensorType type, size_t elements, std::mt19937& random)
{
    std::vector<std::byte> blocks(size_t(*quant::byteSize(type, elements)));
    for (std::byte& byte : blocks)
        byte = std::byte(random());
    const size_t blockBytes = quant::traits(type).blockBytes;
    for (std::byte* block = blocks.data(); block != blocks.data() + blocks.size(); block += blockBytes) {
        if (type == TensorType::F32)
            tameExponent(block, 4, 23, 127);
        else if (type == TensorType::BF16)
            tameExponent(block, 2, 7, 127);
        else
            for (size_t offset : halves(type))
                tameExponent(block + offset, 2, 10, 15);
    }
    return blocks;
}

bool isScale(TensorType type, size_t byteOfBlock)
{
    for (size_t offset : halves(type)) {
        if (byteOfBlock / 2 == offset / 2)
            return true;
    }
    return false;
}

} // namespace lacuna::test
