// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The instructions of the matrix unit (AMX). GCC's own functions for them want literals as tile numbers and do not tell
// the compiler that memory is read and written, so they cannot be used here.

#include <cstddef>
#include <cstdint>

namespace lacuna::kernels {
namespace {

/// The operand of LDTILECFG.
struct alignas(64) TileConfiguration {
    std::uint8_t palette = 1;
    std::uint8_t startRow = 0;
    std::uint8_t reserved[14] = {};
    std::uint16_t rowBytes[16] = {};
    std::uint8_t rows[16] = {};
};

inline void configureTiles(const TileConfiguration& configuration)
{
    __asm__ volatile("ldtilecfg %0" : : "m"(configuration));
}

inline void releaseTiles()
{
    __asm__ volatile("tilerelease");
}

template<int tile>
inline void zeroTile()
{
    __asm__ volatile("tilezero %%tmm%c0" : : "i"(tile));
}

/// Rows `stride` bytes apart, the first one `offset` bytes behind `rows`: part of the instruction, as the compiler
/// cannot see by itself.
template<int tile, int offset = 0>
inline void loadTile(const void* rows, std::ptrdiff_t stride)
{
    __asm__ volatile("tileloadd %c3(%0,%1,1), %%tmm%c2" : : "r"(rows), "r"(stride), "i"(tile), "i"(offset) : "memory");
}

template<int tile, int offset = 0>
inline void storeTile(void* rows, std::ptrdiff_t stride)
{
    __asm__ volatile("tilestored %%tmm%c2, %c3(%0,%1,1)" : : "r"(rows), "r"(stride), "i"(tile), "i"(offset) : "memory");
}

/// sum[row][column] += Σ a[row][4k + i] · b[k][4 · column + i], a signed bytes, b signed or not.
template<int sum, int a, int b, bool isSigned>
inline void multiplyTiles()
{
    if constexpr (isSigned)
        __asm__ volatile("tdpbssd %%tmm%c2, %%tmm%c1, %%tmm%c0" : : "i"(sum), "i"(a), "i"(b));
    else
        __asm__ volatile("tdpbsud %%tmm%c2, %%tmm%c1, %%tmm%c0" : : "i"(sum), "i"(a), "i"(b));
}

} // namespace
} // namespace lacuna::kernels
