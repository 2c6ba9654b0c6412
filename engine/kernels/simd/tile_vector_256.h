// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// 8 lanes of 32 bits in one AVX2 register: what tiles of products are made of, where compilers move the pairs of
// registers of Vector256 through memory. Everything in here has internal linkage: see kernel_table.h.

#include <cstdint>
#include <immintrin.h>

namespace lacuna::kernels {
namespace {

struct TileVector256 {
    static constexpr int lanes = 8;
    using Bits = __m256i;
    using Floats = __m256;

    static Bits all(std::uint32_t value) { return _mm256_set1_epi32(int(value)); }
    static Floats all(float value) { return _mm256_set1_ps(value); }
    static Bits load(const std::uint8_t (*q)[4]) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(q)); }
    static Bits load(const std::int16_t (*pairs)[2])
    {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(pairs));
    }
    static Floats load(const float* x) { return _mm256_loadu_ps(x); }
    static void store(float* x, Floats floats) { _mm256_storeu_ps(x, floats); }
    /// Four activations in every lane.
    static Bits broadcast(const std::int8_t* q)
    {
        std::int32_t four;
        __builtin_memcpy(&four, q, 4);
        return _mm256_set1_epi32(four);
    }
    /// Two sums in every lane.
    static Bits broadcast(const std::int16_t (&pair)[2])
    {
        std::int32_t both;
        __builtin_memcpy(&both, pair, 4);
        return _mm256_set1_epi32(both);
    }

    static Floats toFloat(Bits integers) { return _mm256_cvtepi32_ps(integers); }
    static Floats add(Floats a, Floats b) { return _mm256_add_ps(a, b); }
    static Floats multiply(Floats a, Floats b) { return _mm256_mul_ps(a, b); }
    static Floats fma(Floats a, Floats b, Floats c) { return _mm256_fmadd_ps(a, b, c); }
};

} // namespace
} // namespace lacuna::kernels
