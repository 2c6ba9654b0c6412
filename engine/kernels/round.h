// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Rounding to narrower numbers, to nearest, ties to even. For the scalar reference and tests.

#include "quant/little_endian.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace lacuna::kernels {

/// The nearest int8 of a number in [−127.5, 127.5]; −128 for NaN, as the vector instructions give.
inline std::int8_t roundToInt8(float x)
{
    if (!(x > -128.0f))
        return -128;
    return x < 127.0f ? std::int8_t(std::nearbyint(x)) : std::int8_t(127);
}

/// Through IEEE 754 binary16 and back.
inline float roundToHalf(float x)
{
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
    const std::uint32_t sign = bits & 0x80000000u;
    const std::uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u)
        return x; // NaN
    if (magnitude >= 0x477ff000u) // 65520: half way to the next power of two
        return std::bit_cast<float>(sign | 0x7f800000u);
    if (magnitude
        < 0x38800000u) { // below the smallest normal number, in steps of 2^-24, which are those of an f32 at 0.5
        const float steps = std::bit_cast<float>(magnitude) + 0.5f;
        return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(steps - 0.5f));
    }
    const std::uint32_t rounded = (magnitude + 0xfffu + ((magnitude >> 13) & 1)) & ~0x1fffu;
    return std::bit_cast<float>(sign | rounded);
}

/// Through bfloat16 and back.
inline float roundToBfloat16(float x)
{
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return x; // NaN
    return std::bit_cast<float>((bits + 0x7fffu + ((bits >> 16) & 1)) & 0xffff0000u);
}

} // namespace lacuna::kernels
