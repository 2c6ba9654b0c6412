// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Rounding to nearest, ties to even. For the scalar reference and tests.

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

/// a · b + c, rounded once: std::fma without its call into the C library, which costs hundreds of cycles where the
/// library's AVX code meets this file's SSE code. Exact unless the result is subnormal.
inline float fusedMultiplyAdd(float a, float b, float c)
{
    const double product = double(a) * double(b); // exact: 48 bits
    const double sum = product + double(c);
    // Rounding the sum to f32 is rounding twice, which matters only if the sum lies half way between two f32 and is
    // inexact.
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(sum);
    if ((bits & 0x1fffffffu) != 0x10000000u) [[likely]]
        return float(sum);
    const double added = sum - product;
    const double error = (product - (sum - added)) + (double(c) - added);
    if (error == 0 || !std::isfinite(sum))
        return float(sum);
    return float(std::bit_cast<double>((error > 0) == (sum > 0) ? bits + 1 : bits - 1));
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
