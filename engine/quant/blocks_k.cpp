// SPDX-License-Identifier: GPL-3.0-or-later
#include "quant/decode_block.h"
#include "quant/little_endian.h"

namespace lacuna::quant {
namespace {

/// Unpacks planes of `bits` bits: 32 bytes into `runs` runs of 32 values, put above the `up` bits that q holds already.
template<int bits>
void addPlanes(const std::uint8_t* packed, int runs, int up, std::uint8_t* q)
{
    constexpr int mask = (1 << bits) - 1;
    for (int run = 0; run < runs; ++run, q += 32) {
        for (int i = 0; i < 32; ++i)
            q[i] = static_cast<std::uint8_t>(q[i] | (((packed[i] >> (bits * run)) & mask) << up));
    }
}

/// Unpacks planes of 2 bits: 32 bytes into 4 runs of 32 values.
void unpackPlanesOfTwo(const std::uint8_t* packed, std::uint8_t* q)
{
    for (int run = 0; run < 4; ++run, q += 32) {
        for (int i = 0; i < 32; ++i)
            q[i] = (packed[i] >> (2 * run)) & 3;
    }
}

/// Scales and offsets of the 8 groups that share a PackedScales.
void decodeScales(const PackedScales& packed, float d, float dmin, float* scale, float* offset)
{
    for (int g = 0; g < 4; ++g) {
        const int first = packed[g];
        const int second = packed[g + 4];
        const int nibbles = packed[g + 8];
        scale[g] = d * static_cast<float>(first & 63);
        offset[g] = -(dmin * static_cast<float>(second & 63));
        scale[g + 4] = d * static_cast<float>((nibbles & 15) | ((first >> 6) << 4));
        offset[g + 4] = -(dmin * static_cast<float>((nibbles >> 4) | ((second >> 6) << 4)));
    }
}

} // namespace

void decode(const BlockQ2_K& block, std::uint8_t* q, float* scale, float* offset)
{
    unpackPlanesOfTwo(block.quants, q);
    unpackPlanesOfTwo(block.quants + 32, q + 128);
    const float d = loadF16(block.d);
    const float dmin = loadF16(block.dmin);
    for (int g = 0; g < 16; ++g) {
        scale[g] = d * static_cast<float>(block.scales[g] & 15);
        offset[g] = -(dmin * static_cast<float>(block.scales[g] >> 4));
    }
}

void decode(const BlockQ3_K& block, std::uint8_t* q, float* scale)
{
    unpackPlanesOfTwo(block.quants, q);
    unpackPlanesOfTwo(block.quants + 32, q + 128);
    addPlanes<1>(block.highBits, 8, 2, q);
    const float d = loadF16(block.d);
    for (int g = 0; g < 16; ++g) {
        const int low = (block.scales[g % 8] >> (g < 8 ? 0 : 4)) & 15;
        const int high = (block.scales[8 + g % 4] >> (2 * (g / 4))) & 3;
        scale[g] = d * static_cast<float>((low | (high << 4)) - 32);
    }
}

void decode(const BlockQ4_K& block, std::uint8_t* q, float* scale, float* offset)
{
    for (int pair = 0; pair < 4; ++pair)
        unpackNibbles(block.quants + 32 * pair, 32, q + 64 * pair);
    decodeScales(block.scales, loadF16(block.d), loadF16(block.dmin), scale, offset);
}

void decode(const BlockQ5_K& block, std::uint8_t* q, float* scale, float* offset)
{
    for (int pair = 0; pair < 4; ++pair)
        unpackNibbles(block.quants + 32 * pair, 32, q + 64 * pair);
    addPlanes<1>(block.highBits, 8, 4, q);
    decodeScales(block.scales, loadF16(block.d), loadF16(block.dmin), scale, offset);
}

void decode(const BlockQ6_K& block, std::uint8_t* q, float* scale)
{
    for (int half = 0; half < 2; ++half) {
        unpackNibbles(block.quants + 64 * half, 64, q + 128 * half);
        addPlanes<2>(block.highBits + 32 * half, 4, 4, q + 128 * half);
    }
    const float d = loadF16(block.d);
    for (int g = 0; g < 16; ++g)
        scale[g] = d * static_cast<float>(static_cast<std::int8_t>(block.scales[g]));
}

} // namespace lacuna::quant
