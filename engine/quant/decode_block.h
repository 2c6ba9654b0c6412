// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "quant/blocks.h"

#include <cstdint>

namespace lacuna::quant {

/// Decoding of one block: `q` receives its values, `scale` (and `offset`) one number for each of its groups.
void decode(const BlockQ4_0& block, std::uint8_t* q, float* scale);
void decode(const BlockQ4_1& block, std::uint8_t* q, float* scale, float* offset);
void decode(const BlockQ5_0& block, std::uint8_t* q, float* scale);
void decode(const BlockQ5_1& block, std::uint8_t* q, float* scale, float* offset);
void decode(const BlockQ8_0& block, std::uint8_t* q, float* scale);
void decode(const BlockQ2_K& block, std::uint8_t* q, float* scale, float* offset);
void decode(const BlockQ3_K& block, std::uint8_t* q, float* scale);
void decode(const BlockQ4_K& block, std::uint8_t* q, float* scale, float* offset);
void decode(const BlockQ5_K& block, std::uint8_t* q, float* scale, float* offset);
void decode(const BlockQ6_K& block, std::uint8_t* q, float* scale);
void decode(const BlockIQ4_NL& block, std::uint8_t* q, float* scale);
void decode(const BlockIQ4_XS& block, std::uint8_t* q, float* scale);

/// Unpacks halves of nibbles: `count` bytes into 2 · `count` values of 0 to 15.
inline void unpackNibbles(const std::uint8_t* packed, int count, std::uint8_t* q)
{
    for (int i = 0; i < count; ++i) {
        q[i] = packed[i] & 15;
        q[count + i] = packed[i] >> 4;
    }
}

} // namespace lacuna::quant
