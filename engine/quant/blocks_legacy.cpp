// SPDX-License-Identifier: GPL-3.0-or-later
#include "quant/decode_block.h"
#include "quant/little_endian.h"

namespace lacuna::quant {
namespace {

/// Puts bit i of a 32-bit number above the four bits of value i.
void addFifthBits(const std::uint8_t (&fifthBits)[4], std::uint8_t* q)
{
    // A byte at a time against eight masks, which compilers turn into vectors; shifts by i they do not.
    constexpr std::uint8_t masks[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    for (const std::uint8_t bits : fifthBits) {
        for (int i = 0; i < 8; ++i)
            q[i] = static_cast<std::uint8_t>(q[i] | ((bits & masks[i]) ? 16 : 0));
        q += 8;
    }
}

} // namespace

void decode(const BlockQ4_0& block, std::uint8_t* q, float* scale)
{
    unpackNibbles(block.quants, 16, q);
    *scale = loadF16(block.d);
}

void decode(const BlockQ4_1& block, std::uint8_t* q, float* scale, float* offset)
{
    unpackNibbles(block.quants, 16, q);
    *scale = loadF16(block.d);
    *offset = loadF16(block.m);
}

void decode(const BlockQ5_0& block, std::uint8_t* q, float* scale)
{
    unpackNibbles(block.quants, 16, q);
    addFifthBits(block.fifthBits, q);
    *scale = loadF16(block.d);
}

void decode(const BlockQ5_1& block, std::uint8_t* q, float* scale, float* offset)
{
    unpackNibbles(block.quants, 16, q);
    addFifthBits(block.fifthBits, q);
    *scale = loadF16(block.d);
    *offset = loadF16(block.m);
}

void decode(const BlockQ8_0& block, std::uint8_t* q, float* scale)
{
    // An int8 plus 128 is its byte with the top bit flipped.
    for (int i = 0; i < 32; ++i)
        q[i] = block.quants[i] ^ 0x80;
    *scale = loadF16(block.d);
}

} // namespace lacuna::quant
