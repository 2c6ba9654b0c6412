// SPDX-License-Identifier: GPL-3.0-or-later
#include "quant/decode_block.h"
#include "quant/little_endian.h"

namespace lacuna::quant {
namespace {

/// 16 bytes of indices, halves of nibbles, into 32 levels plus 128.
void unpackLevels(const std::uint8_t* packed, std::uint8_t* q)
{
    unpackNibbles(packed, 16, q);
    for (int i = 0; i < 32; ++i)
        q[i] = static_cast<std::uint8_t>(iq4Levels[q[i]] + 128);
}

} // namespace

void decode(const BlockIQ4_NL& block, std::uint8_t* q, float* scale)
{
    unpackLevels(block.quants, q);
    *scale = loadF16(block.d);
}

void decode(const BlockIQ4_XS& block, std::uint8_t* q, float* scale)
{
    const float d = loadF16(block.d);
    const int highBits = loadU16(block.scalesHigh);
    for (int g = 0; g < 8; ++g) {
        unpackLevels(block.quants + 16 * g, q + 32 * g);
        const int low = (block.scalesLow[g / 2] >> (4 * (g % 2))) & 15;
        const int high = (highBits >> (2 * g)) & 3;
        scale[g] = d * static_cast<float>((low | (high << 4)) - 32);
    }
}

} // namespace lacuna::quant
