// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "quant/decoded.h"

#include <array>
#include <cstddef>
#include <cstdint>

// The block layouts, as they lie in files. Every member is made of bytes, so a struct has the size and the alignment
// (1) of its bytes on any machine. `d`, `m`, `dmin` are f16, lowest byte first.
//
// "Halves of nibbles": 2n values in n bytes, value i < n in the low four bits of byte i, value n + i in the high ones.
// "Planes of k bits": the values of a stretch are split into runs of equal length; byte i of the stretch holds value i
// of every run, that of the first run in its lowest k bits, that of the next run in the next k bits, and so on.

namespace lacuna::quant {

template<std::size_t n>
using Bytes = std::array<std::uint8_t, n>;

// ---- 32 values a block, one scale; value = d · (q − zero point) or d · q + m ----

struct BlockQ4_0 {
    static constexpr int values = 32;
    static constexpr DecodedTraits decoded {.groupSize = 32, .zeroPoint = 8, .largestQ = 15, .hasOffset = false};
    Bytes<2> d;
    Bytes<16> quants; ///< halves of nibbles
};

struct BlockQ4_1 {
    static constexpr int values = 32;
    static constexpr DecodedTraits decoded {.groupSize = 32, .zeroPoint = 0, .largestQ = 15, .hasOffset = true};
    Bytes<2> d;
    Bytes<2> m;
    Bytes<16> quants; ///< halves of nibbles
};

struct BlockQ5_0 {
    static constexpr int values = 32;
    static constexpr DecodedTraits decoded {.groupSize = 32, .zeroPoint = 16, .largestQ = 31, .hasOffset = false};
    Bytes<2> d;
    Bytes<4> fifthBits; ///< a 32-bit number: bit i belongs to value i
    Bytes<16> quants; ///< the low four bits: halves of nibbles
};

struct BlockQ5_1 {
    static constexpr int values = 32;
    static constexpr DecodedTraits decoded {.groupSize = 32, .zeroPoint = 0, .largestQ = 31, .hasOffset = true};
    Bytes<2> d;
    Bytes<2> m;
    Bytes<4> fifthBits; ///< a 32-bit number: bit i belongs to value i
    Bytes<16> quants; ///< the low four bits: halves of nibbles
};

struct BlockQ8_0 {
    static constexpr int values = 32;
    static constexpr DecodedTraits decoded {.groupSize = 32, .zeroPoint = 128, .largestQ = 255, .hasOffset = false};
    Bytes<2> d;
    Bytes<32> quants; ///< int8
};

// ---- 256 values a block; groups have integer scales (and minima) of their own: value = d · scale · q − dmin · minimum
// ----

struct BlockQ2_K {
    static constexpr int values = 256;
    static constexpr DecodedTraits decoded {.groupSize = 16, .zeroPoint = 0, .largestQ = 3, .hasOffset = true};
    Bytes<16> scales; ///< byte g: the scale of group g in the low four bits, its minimum in the high ones
    Bytes<64> quants; ///< for each 128 values 32 bytes: planes of 2 bits
    Bytes<2> d;
    Bytes<2> dmin;
};

struct BlockQ3_K {
    static constexpr int values = 256;
    static constexpr DecodedTraits decoded {.groupSize = 16, .zeroPoint = 4, .largestQ = 7, .hasOffset = false};
    Bytes<32> highBits; ///< the third bit: planes of 1 bit over all 256 values
    Bytes<64> quants; ///< the low two bits: for each 128 values 32 bytes, planes of 2 bits
    Bytes<12> scales; ///< 16 numbers of 6 bits, 32 too large: low four bits in bytes 0 to 7, halves of nibbles; high
                      ///< two bits in bytes 8 to 11, planes of 2 bits
    Bytes<2> d;
};

/// Scales and minima of 8 groups, 6 bits each, in 12 bytes. Groups 0 to 3: the low six bits of bytes 0 to 3 (scales)
/// and 4 to 7 (minima). Groups 4 to 7: the low nibbles (scales) and high nibbles (minima) of bytes 8 to 11, and above
/// them the top two bits of bytes 0 to 3 (scales) and 4 to 7 (minima).
using PackedScales = Bytes<12>;

struct BlockQ4_K {
    static constexpr int values = 256;
    static constexpr DecodedTraits decoded {.groupSize = 32, .zeroPoint = 0, .largestQ = 15, .hasOffset = true};
    Bytes<2> d;
    Bytes<2> dmin;
    PackedScales scales;
    Bytes<128> quants; ///< for each 64 values 32 bytes: halves of nibbles
};

struct BlockQ5_K {
    static constexpr int values = 256;
    static constexpr DecodedTraits decoded {.groupSize = 32, .zeroPoint = 0, .largestQ = 31, .hasOffset = true};
    Bytes<2> d;
    Bytes<2> dmin;
    PackedScales scales;
    Bytes<32> highBits; ///< the fifth bit: planes of 1 bit over all 256 values
    Bytes<128> quants; ///< the low four bits: for each 64 values 32 bytes, halves of nibbles
};

struct BlockQ6_K {
    static constexpr int values = 256;
    static constexpr DecodedTraits decoded {.groupSize = 16, .zeroPoint = 32, .largestQ = 63, .hasOffset = false};
    Bytes<128> quants; ///< the low four bits: for each 128 values 64 bytes, halves of nibbles
    Bytes<64> highBits; ///< the high two bits: for each 128 values 32 bytes, planes of 2 bits
    Bytes<16> scales; ///< int8, one a group
    Bytes<2> d;
};

// ---- 4-bit indices into a table of unevenly spaced levels ----

/// The levels of the IQ4 types, an int8 for each index.
inline constexpr std::array<std::int8_t, 16> iq4Levels = {-127, -104, -83, -65, -49, -35, -22, -10,
                                                          1,    13,   25,  38,  53,  69,  89,  113};

struct BlockIQ4_NL {
    static constexpr int values = 32;
    static constexpr DecodedTraits decoded {.groupSize = 32, .zeroPoint = 128, .largestQ = 241, .hasOffset = false};
    Bytes<2> d;
    Bytes<16> quants; ///< indices: halves of nibbles
};

struct BlockIQ4_XS {
    static constexpr int values = 256;
    static constexpr DecodedTraits decoded {.groupSize = 32, .zeroPoint = 128, .largestQ = 241, .hasOffset = false};
    Bytes<2> d;
    Bytes<2> scalesHigh; ///< a 16-bit number: bits 2g and 2g + 1 are the high two bits of the scale of group g
    Bytes<4> scalesLow; ///< the low four bits of the scales: groups 2j and 2j + 1 in the low and high nibble of byte j
    Bytes<128> quants; ///< indices: for each group 16 bytes, halves of nibbles
};

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
