// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// 16 lanes of 32 bits in two AVX2 registers (with FMA and F16C). Everything in here has internal linkage: see
// kernel_table.h. Gives the same bits as Vector512.

#include "kernels/simd/tile_vector_256.h"

#include <cstddef>
#include <cstdint>
#include <immintrin.h>

namespace lacuna::kernels {
namespace {

struct Vector256 {
    static constexpr int lanes = 16;
    struct Bits {
        __m256i low, high;
    };
    struct Floats {
        __m256 low, high;
    };

    static Bits all(std::uint32_t value) { return {_mm256_set1_epi32(int(value)), _mm256_set1_epi32(int(value))}; }
    static Floats all(float value) { return {_mm256_set1_ps(value), _mm256_set1_ps(value)}; }
    static Floats load(const float* x) { return {_mm256_loadu_ps(x), _mm256_loadu_ps(x + 8)}; }
    static void store(float* x, Floats floats)
    {
        _mm256_storeu_ps(x, floats.low);
        _mm256_storeu_ps(x + 8, floats.high);
    }
    static Bits bitAnd(Bits a, Bits b) { return {_mm256_and_si256(a.low, b.low), _mm256_and_si256(a.high, b.high)}; }
    static Bits bitOr(Bits a, Bits b) { return {_mm256_or_si256(a.low, b.low), _mm256_or_si256(a.high, b.high)}; }
    static Bits bitXor(Bits a, Bits b) { return {_mm256_xor_si256(a.low, b.low), _mm256_xor_si256(a.high, b.high)}; }
    template<int count>
    static Bits shiftLeft(Bits a)
    {
        return {_mm256_slli_epi32(a.low, count), _mm256_slli_epi32(a.high, count)};
    }
    template<int count>
    static Bits shiftRight(Bits a)
    {
        return {_mm256_srli_epi32(a.low, count), _mm256_srli_epi32(a.high, count)};
    }
    template<int count>
    static Bits shiftRightSigned(Bits a)
    {
        return {_mm256_srai_epi32(a.low, count), _mm256_srai_epi32(a.high, count)};
    }
    static Bits add(Bits a, Bits b) { return {_mm256_add_epi32(a.low, b.low), _mm256_add_epi32(a.high, b.high)}; }
    static Bits subtract(Bits a, Bits b) { return {_mm256_sub_epi32(a.low, b.low), _mm256_sub_epi32(a.high, b.high)}; }
    static Floats toFloat(Bits integers)
    {
        return {_mm256_cvtepi32_ps(integers.low), _mm256_cvtepi32_ps(integers.high)};
    }
    static Bits roundToInt(Floats x) { return {_mm256_cvtps_epi32(x.low), _mm256_cvtps_epi32(x.high)}; }
    static Floats asFloats(Bits bits) { return {_mm256_castsi256_ps(bits.low), _mm256_castsi256_ps(bits.high)}; }
    static Bits asBits(Floats x) { return {_mm256_castps_si256(x.low), _mm256_castps_si256(x.high)}; }
    /// f16 in the low half of each lane, zeros above.
    static Floats halfToFloat(Bits halves)
    {
        // Packing works within halves of the registers: lanes 0-3, 8-11, 4-7, 12-15.
        const __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi32(halves.low, halves.high), 0xd8);
        return {_mm256_cvtph_ps(_mm256_castsi256_si128(packed)), _mm256_cvtph_ps(_mm256_extracti128_si256(packed, 1))};
    }
    static Floats roundToHalf(Floats x)
    {
        constexpr int nearest = _MM_FROUND_TO_NEAREST_INT;
        return {_mm256_cvtph_ps(_mm256_cvtps_ph(x.low, nearest)), _mm256_cvtph_ps(_mm256_cvtps_ph(x.high, nearest))};
    }
    static Floats add(Floats a, Floats b) { return {_mm256_add_ps(a.low, b.low), _mm256_add_ps(a.high, b.high)}; }
    static Floats subtract(Floats a, Floats b) { return {_mm256_sub_ps(a.low, b.low), _mm256_sub_ps(a.high, b.high)}; }
    static Floats multiply(Floats a, Floats b) { return {_mm256_mul_ps(a.low, b.low), _mm256_mul_ps(a.high, b.high)}; }
    static Floats divide(Floats a, Floats b) { return {_mm256_div_ps(a.low, b.low), _mm256_div_ps(a.high, b.high)}; }
    static Floats fma(Floats a, Floats b, Floats c)
    {
        return {_mm256_fmadd_ps(a.low, b.low, c.low), _mm256_fmadd_ps(a.high, b.high, c.high)};
    }
    static Floats max(Floats a, Floats b) { return {_mm256_max_ps(a.low, b.low), _mm256_max_ps(a.high, b.high)}; }
    static Floats min(Floats a, Floats b) { return {_mm256_min_ps(a.low, b.low), _mm256_min_ps(a.high, b.high)}; }
    static Floats negate(Floats a) { return asFloats(bitXor(asBits(a), all(0x80000000u))); }
    static Floats abs(Floats a) { return asFloats(bitAnd(asBits(a), all(0x7fffffffu))); }
    /// b, a in lanes 2i, 2i + 1 of a, b.
    static Floats swapPairs(Floats a) { return {_mm256_permute_ps(a.low, 0xb1), _mm256_permute_ps(a.high, 0xb1)}; }
    static Floats evenOfPairs(Floats a) { return {_mm256_moveldup_ps(a.low), _mm256_moveldup_ps(a.high)}; }
    static Floats oddOfPairs(Floats a) { return {_mm256_movehdup_ps(a.low), _mm256_movehdup_ps(a.high)}; }
    /// a · b − c in even lanes, a · b + c in odd ones.
    static Floats fmaAddSub(Floats a, Floats b, Floats c)
    {
        return {_mm256_fmaddsub_ps(a.low, b.low, c.low), _mm256_fmaddsub_ps(a.high, b.high, c.high)};
    }

    /// Lane-wise halving, always in the same order.
    static float sum(Floats x)
    {
        const __m256 eight = _mm256_add_ps(x.low, x.high);
        const __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
        const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
    }
    static float maximum(Floats x)
    {
        const __m256 eight = _mm256_max_ps(x.low, x.high);
        const __m128 four = _mm_max_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
        const __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
        return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
    }
    /// The sum of each 16 of 256 int8.
    static void sumSixteens(const std::int8_t* q, std::int16_t* sums)
    {
        const __m256i ones = _mm256_set1_epi16(1);
        for (int i = 0; i < 2; ++i, q += 128, sums += 8) {
            __m256i fours[4]; // the halves: sums of four values of one sixteen
            for (int j = 0; j < 4; ++j) {
                const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(q + 32 * j));
                fours[j] = _mm256_madd_epi16(_mm256_maddubs_epi16(_mm256_set1_epi8(1), bytes), ones);
            }
            const __m256i eights01 = _mm256_madd_epi16(_mm256_packs_epi32(fours[0], fours[1]), ones);
            const __m256i eights23 = _mm256_madd_epi16(_mm256_packs_epi32(fours[2], fours[3]), ones);
            const __m256i sixteens = _mm256_madd_epi16(_mm256_packs_epi32(eights01, eights23), ones);
            // The halves have those of sixteens 0, 2, 4, 6 and 1, 3, 5, 7.
            const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
            const __m256i sorted = _mm256_permutevar8x32_epi32(sixteens, order);
            const __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(sorted), _mm256_extracti128_si256(sorted, 1));
            _mm_storeu_si128(reinterpret_cast<__m128i*>(sums), words);
        }
    }
    /// Saturates 16 int32 to int8.
    static void storeInt8(std::int8_t* q, Bits x)
    {
        const __m256i words = _mm256_permute4x64_epi64(_mm256_packs_epi32(x.low, x.high), 0xd8);
        const __m128i bytes = _mm_packs_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(q), bytes);
    }

    /// 16 bytes of each of 16 rows, turned round: units[u] holds bytes 4u … 4u + 3, lane r those of row r.
    static void loadUnits(const std::uint8_t* rows, std::ptrdiff_t stride, Bits units[4])
    {
        __m256i low[4];
        __m256i high[4];
        TileVector256::loadUnits(rows, stride, low);
        TileVector256::loadUnits(rows + 8 * stride, stride, high);
        for (int i = 0; i < 4; ++i)
            units[i] = {low[i], high[i]};
    }
};

} // namespace
} // namespace lacuna::kernels
