// SPDX-License-Identifier: GPL-3.0-or-later
#include "quant/blocks.h"
#include "quant/little_endian.h"

namespace lacuna::quant {
namespace {

/// Puts bit i of a 32-bit number above the four bits of value i.
void addFifthBits(const Bytes<4>& fifthBits, std::uint8_t* q)
{
    const std::uint32_t bits = loadU32(fifthBits.data());
    for (unsigned i = 0; i < 32; ++i)
        q[i] = static_cast<std::uint8_t>(q[i] | (((bits >> i) & 1u) << 4));
}

} // namespace

void decode(const BlockQ4_0& block, std::uint8_t* q, float* scale)
{
    unpackNibbles(block.quants.data(), 16, q);
    *scale = loadF16(block.d.data());
}

void decode(const BlockQ4_1& block, std::uint8_t* q, float* scale, float* offset)
{
    unpackNibbles(block.quants.data(), 16, q);
    *scale = loadF16(block.d.data());
    *offset = loadF16(block.m.data());
}

void decode(const BlockQ5_0& block, std::uint8_t* q, float* scale)
{
    unpackNibbles(block.quants.data(), 16, q);
    addFifthBits(block.fifthBits, q);
    *scale = loadF16(block.d.data());
}

void decode(const BlockQ5_1& block, std::uint8_t* q, float* scale, float* offset)
{
    unpackNibbles(block.quants.data(), 16, q);
    addFifthBits(block.fifthBits, q);
    *scale = loadF16(block.d.data());
    *offset = loadF16(block.m.data());
}

void decode(const BlockQ8_0& block, std::uint8_t* q, float* scale)
{
    // An int8 plus 128 is its byte with the top bit flipped.
    for (int i = 0; i < 32; ++i)
        q[i] = block.quants[static_cast<std::size_t>(i)] ^ 0x80;
    *scale = loadF16(block.d.data());
}

} // namespace lacuna::quant
