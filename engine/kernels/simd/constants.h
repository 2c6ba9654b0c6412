// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Loops and choices whose bodies want constants, and a constant.

#include <cstdint>

namespace lacuna::kernels {

/// 1.5 · 2^23, and the same as bits. An integer below 2^22 on top of the bits makes a float that is larger by as much:
/// what a sum of integers starts at so that no conversion is needed.
constexpr float floatBias = 12582912.0f;
constexpr std::uint32_t floatBiasBits = __builtin_bit_cast(std::uint32_t, floatBias);

/// Calls body<0>() … body<count − 1>().
template<int count, typename Body>
[[gnu::always_inline]] inline void unroll(Body body)
{
    if constexpr (count > 0) {
        unroll<count - 1>(body);
        body.template operator()<count - 1>();
    }
}

/// Calls body<size>() for a size in 1 … largest that is known at run time only.
template<int largest, typename Body>
void withConstant(int size, Body body)
{
    if constexpr (largest > 1) {
        if (size < largest)
            return withConstant<largest - 1>(size, body);
    }
    body.template operator()<largest>();
}

/// Cuts `tokens` into tiles of nearly equal size, ≤ largest, and calls body<size>() for each in order: a small
/// remainder would leave registers unused.
template<int largest, typename Body>
void forEachTile(int tokens, Body body)
{
    const int tiles = (tokens + largest - 1) / largest;
    for (int tile = tiles; tile > 0; --tile) {
        const int size = (tokens + tile - 1) / tile;
        withConstant<largest>(size, body);
        tokens -= size;
    }
}

} // namespace lacuna::kernels
