// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "quant/decoded.h"

#include <cstdint>

// The block layouts, as they lie in files. Every member is made of bytes, so a struct has the size and the alignment
// (1) of its bytes on any machine. `d`, `m`, `dmin` are f16, lowest byte first.
// Data only: files that are compiled for one instruction set include this, and the linker could hand their copy of an
// inline function to the whole program.
//
// "Halves of nibbles": 2n values in n bytes, value i < n in the low four bits of byte i, value n + i in the high ones.
// "Planes of k bits": the values of a stretch are split into runs of equal length; byte i of the stretch holds value i
// of every run, that of the first run in its lowest k bits, that of the next run in the next k bits, and so on.

namespace lacuna::quant {

// ---- 32 values a block, one scale; value = d · (q − zero point) or d · q + m ----

struct BlockQ4_0 {
    static constexpr int values = 32;
    static constexpr DecodedTraits decoded {.groupSize = 32, .zeroPoint = 8, .largestQ = 15, .hasOffset = false};
    std::uint8_t d[2];
    std::uint8_t quants[16]; ///< halves of nibbles
};

struct BlockQ4_1 {
    static constexpr int values = 32;
    static constexpr DecodedTraits decoded {.groupSize = 32, .zeroPoint = 0, .largestQ = 15, .hasOffset = true};
    std::uint8_t d[2];
    std::uint8_t m[2];
    std::uint8_t quants[16]; ///< halves of nibbles
};

struct BlockQ5_0 {
    static constexpr int values = 32;
    static constexpr DecodedTraits decoded {.groupSize = 32, .zeroPoint = 16, .largestQ = 31, .hasOffset = false};
    std::uint8_t d[2];
    std::uint8_t fifthBits[4]; ///< a 32-bit number: bit i belongs to value i
    std::uint8_t quants[16]; ///< the low four bits: halves of nibbles
};

struct BlockQ5_1 {
    static constexpr int values = 32;
    static constexpr DecodedTraits decoded {.groupSize = 32, .zeroPoint = 0, .largestQ = 31, .hasOffset = true};
    std::uint8_t d[2];
    std::uint8_t m[2];
    std::uint8_t fifthBits[4]; ///< a 32-bit number: bit i belongs to value i
    std::uint8_t quants[16]; ///< the low four bits: halves of nibbles
};

struct BlockQ8_0 {
    static constexpr int values = 32;
    static constexpr DecodedTraits decoded {.groupSize = 32, .zeroPoint = 128, .largestQ = 255, .hasOffset = false};
    std::uint8_t d[2];
    std::uint8_t quants[32]; ///< int8
};

// ---- 256 values a block, groups with integer scales (and minima); value = d · scale · q − dmin · minimum ----

struct BlockQ2_K {
    static constexpr int values = 256;
    static constexpr DecodedTraits decoded {.groupSize = 16, .zeroPoint = 0, .largestQ = 3, .hasOffset = true};
    std::uint8_t scales[16]; ///< byte g: the scale of group g in the low four bits, its minimum in the high ones
    std::uint8_t quants[64]; ///< for each 128 values 32 bytes: planes of 2 bits
    std::uint8_t d[2];
    std::uint8_t dmin[2];
};

struct BlockQ3_K {
    static constexpr int values = 256;
    static constexpr DecodedTraits decoded {.groupSize = 16, .zeroPoint = 4, .largestQ = 7, .hasOffset = false};
    std::uint8_t highBits[32]; ///< the third bit: planes of 1 bit over all 256 values
    std::uint8_t quants[64]; ///< the low two bits: for each 128 values 32 bytes, planes of 2 bits
    std::uint8_t scales[12]; ///< 16 numbers of 6 bits, 32 too large: low four bits in bytes 0 to 7, halves of nibbles;
                             ///< high two bits in bytes 8 to 11, planes of 2 bits
    std::uint8_t d[2];
};

/// Scales and minima of 8 groups, 6 bits each, in 12 bytes. Groups 0 to 3: the low six bits of bytes 0 to 3 (scales)
/// and 4 to 7 (minima). Groups 4 to 7: the low nibbles (scales) and high nibbles (minima) of bytes 8 to 11, and above
/// them the top two bits of bytes 0 to 3 (scales) and 4 to 7 (minima).
using PackedScales = std::uint8_t[12];

struct BlockQ4_K {
    static constexpr int values = 256;
    static constexpr DecodedTraits decoded {.groupSize = 32, .zeroPoint = 0, .largestQ = 15, .hasOffset = true};
    std::uint8_t d[2];
    std::uint8_t dmin[2];
    PackedScales scales;
    std::uint8_t quants[128]; ///< for each 64 values 32 bytes: halves of nibbles
};

struct BlockQ5_K {
    static constexpr int values = 256;
    static constexpr DecodedTraits decoded {.groupSize = 32, .zeroPoint = 0, .largestQ = 31, .hasOffset = true};
    std::uint8_t d[2];
    std::uint8_t dmin[2];
    PackedScales scales;
    std::uint8_t highBits[32]; ///< the fifth bit: planes of 1 bit over all 256 values
    std::uint8_t quants[128]; ///< the low four bits: for each 64 values 32 bytes, halves of nibbles
};

struct BlockQ6_K {
    static constexpr int values = 256;
    static constexpr DecodedTraits decoded {.groupSize = 16, .zeroPoint = 32, .largestQ = 63, .hasOffset = false};
    std::uint8_t quants[128]; ///< the low four bits: for each 128 values 64 bytes, halves of nibbles
    std::uint8_t highBits[64]; ///< the high two bits: for each 128 values 32 bytes, planes of 2 bits
    std::uint8_t scales[16]; ///< int8, one a group
    std::uint8_t d[2];
};

// ---- 4-bit indices into a table of unevenly spaced levels ----

/// The levels of the IQ4 types, an int8 for each index.
inline constexpr std::int8_t iq4Levels[16] = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};

struct BlockIQ4_NL {
    static constexpr int values = 32;
    static constexpr DecodedTraits decoded {.groupSize = 32, .zeroPoint = 128, .largestQ = 241, .hasOffset = false};
    std::uint8_t d[2];
    std::uint8_t quants[16]; ///< indices: halves of nibbles
};

struct BlockIQ4_XS {
    static constexpr int values = 256;
    static constexpr DecodedTraits decoded {.groupSize = 32, .zeroPoint = 128, .largestQ = 241, .hasOffset = false};
    std::uint8_t d[2];
    std::uint8_t scalesHigh[2]; ///< a 16-bit number: bits 2g and 2g + 1 are the high two bits of the scale of group g
    std::uint8_t scalesLow[4]; ///< the low four bits of the scales: byte j holds groups 2j (low nibble) and 2j + 1
    std::uint8_t quants[128]; ///< indices: for each group 16 bytes, halves of nibbles
};

} // namespace lacuna::quant
