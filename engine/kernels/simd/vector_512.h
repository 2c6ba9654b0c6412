// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// 16 lanes of 32 bits in one AVX-512 register. Everything in here has internal linkage: see kernel_table.h.

#include <cstddef>
#include <cstdint>
#include <immintrin.h>

namespace lacuna::kernels {
namespace {

struct Vector512 {
    static constexpr int lanes = 16;
    using Bits = __m512i;
    using Floats = __m512;

    static Bits all(std::uint32_t value) { return _mm512_set1_epi32(int(value)); }
    static Floats all(float value) { return _mm512_set1_ps(value); }
    static Bits load(const std::uint8_t (*q)[4]) { return _mm512_load_si512(q); }
    static Floats load(const float* x) { return _mm512_loadu_ps(x); }
    static Bits load(const std::int16_t (*pairs)[2]) { return _mm512_load_si512(pairs); }
    static Bits load(const std::int32_t* integers) { return _mm512_loadu_si512(integers); }
    static void store(std::uint8_t (*q)[4], Bits bits) { _mm512_store_si512(q, bits); }
    static void store(std::int16_t (*pairs)[2], Bits bits) { _mm512_store_si512(pairs, bits); }
    static void store(float* x, Floats floats) { _mm512_storeu_ps(x, floats); }
    /// Four activations in every lane.
    static Bits broadcast(const std::int8_t* q)
    {
        std::int32_t four;
        __builtin_memcpy(&four, q, 4);
        return _mm512_set1_epi32(four);
    }

    /// Two sums in every lane.
    static Bits broadcast(const std::int16_t (&pair)[2])
    {
        std::int32_t both;
        __builtin_memcpy(&both, pair, 4);
        return _mm512_set1_epi32(both);
    }

    static Bits bitAnd(Bits a, Bits b) { return _mm512_and_si512(a, b); }
    static Bits bitOr(Bits a, Bits b) { return _mm512_or_si512(a, b); }
    static Bits bitXor(Bits a, Bits b) { return _mm512_xor_si512(a, b); }
    template<int count>
    static Bits shiftLeft(Bits a)
    {
        return _mm512_slli_epi32(a, count);
    }
    template<int count>
    static Bits shiftRight(Bits a)
    {
        return _mm512_srli_epi32(a, count);
    }
    template<int count>
    static Bits shiftRightSigned(Bits a)
    {
        return _mm512_srai_epi32(a, count);
    }
    static Bits add(Bits a, Bits b) { return _mm512_add_epi32(a, b); }
    static Bits subtract(Bits a, Bits b) { return _mm512_sub_epi32(a, b); }
    static Bits multiply(Bits a, Bits b) { return _mm512_mullo_epi32(a, b); }
    /// table[i] for every byte i < 16.
    static Bits lookUp(const std::int8_t (&table)[16], Bits indices)
    {
        const __m128i row = _mm_loadu_si128(reinterpret_cast<const __m128i*>(table));
        return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(row), indices);
    }

    static Floats toFloat(Bits integers) { return _mm512_cvtepi32_ps(integers); }
    static Bits roundToInt(Floats x) { return _mm512_cvtps_epi32(x); }
    static Floats asFloats(Bits bits) { return _mm512_castsi512_ps(bits); }
    static Bits asBits(Floats x) { return _mm512_castps_si512(x); }
    /// f16 in the low half of each lane, zeros above.
    static Floats halfToFloat(Bits halves) { return _mm512_cvtph_ps(_mm512_cvtepi32_epi16(halves)); }
    static Floats roundToHalf(Floats x)
    {
        return _mm512_cvtph_ps(_mm512_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
    }
    static Floats add(Floats a, Floats b) { return _mm512_add_ps(a, b); }
    static Floats subtract(Floats a, Floats b) { return _mm512_sub_ps(a, b); }
    static Floats multiply(Floats a, Floats b) { return _mm512_mul_ps(a, b); }
    static Floats divide(Floats a, Floats b) { return _mm512_div_ps(a, b); }
    static Floats fma(Floats a, Floats b, Floats c) { return _mm512_fmadd_ps(a, b, c); }
    static Floats max(Floats a, Floats b) { return _mm512_max_ps(a, b); }
    static Floats min(Floats a, Floats b) { return _mm512_min_ps(a, b); }
    static Floats negate(Floats a) { return asFloats(bitXor(asBits(a), all(0x80000000u))); }
    static Floats abs(Floats a) { return asFloats(bitAnd(asBits(a), all(0x7fffffffu))); }
    /// b, a in lanes 2i, 2i + 1 of a, b.
    static Floats swapPairs(Floats a) { return _mm512_permute_ps(a, 0xb1); }
    static Floats evenOfPairs(Floats a) { return _mm512_moveldup_ps(a); }
    static Floats oddOfPairs(Floats a) { return _mm512_movehdup_ps(a); }
    /// a · b − c in even lanes, a · b + c in odd ones.
    static Floats fmaAddSub(Floats a, Floats b, Floats c) { return _mm512_fmaddsub_ps(a, b, c); }

    /// Lane-wise halving, always in the same order.
    static float sum(Floats x)
    {
        const __m256 eight = _mm256_add_ps(_mm512_castps512_ps256(x), _mm512_extractf32x8_ps(x, 1));
        const __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
        const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
    }
    static float maximum(Floats x) { return _mm512_reduce_max_ps(x); }
    /// The sum of each 16 of 256 int8.
    static void sumSixteens(const std::int8_t* q, std::int16_t* sums)
    {
        const __m512i ones = _mm512_set1_epi16(1);
        __m512i fours[4]; // the lanes of 128 bits: sums of four values of one sixteen
        for (int i = 0; i < 4; ++i) {
            const __m512i bytes = _mm512_loadu_si512(q + 64 * i);
            fours[i] = _mm512_madd_epi16(_mm512_maddubs_epi16(_mm512_set1_epi8(1), bytes), ones);
        }
        const __m512i eights01 = _mm512_madd_epi16(_mm512_packs_epi32(fours[0], fours[1]), ones);
        const __m512i eights23 = _mm512_madd_epi16(_mm512_packs_epi32(fours[2], fours[3]), ones);
        const __m512i sixteens = _mm512_madd_epi16(_mm512_packs_epi32(eights01, eights23), ones);
        // Lane i of 128 bits has those of sixteens i, 4 + i, 8 + i, 12 + i.
        const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
        const __m256i words = _mm512_cvtepi32_epi16(_mm512_permutexvar_epi32(order, sixteens));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums), words);
    }
    /// Saturates 16 int32 to int8.
    static void storeInt8(std::int8_t* q, Bits x)
    {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(q), _mm512_cvtsepi32_epi8(x));
    }

    /// 16 bytes of each of 16 rows, turned round: units[u] holds bytes 4u … 4u + 3, lane r those of row r.
    static void loadUnits(const std::uint8_t* rows, std::ptrdiff_t stride, Bits units[4])
    {
        Bits part[4]; // part[i]: rows i, 4 + i, 8 + i, 12 + i
        const std::uint8_t* quarters[4] = {rows, rows + 4 * stride, rows + 8 * stride, rows + 12 * stride};
        for (const std::uint8_t*& quarter : quarters) // or compilers keep 16 pointers, more than there are registers
            __asm__("" : "+r"(quarter));
        for (int i = 0; i < 4; ++i) {
            const std::ptrdiff_t row = i * stride;
            const Bits first = _mm512_castsi128_si512(load128(quarters[0] + row));
            const Bits second = _mm512_inserti32x4(first, load128(quarters[1] + row), 1);
            const Bits third = _mm512_inserti32x4(second, load128(quarters[2] + row), 2);
            part[i] = _mm512_inserti32x4(third, load128(quarters[3] + row), 3);
        }
        const Bits low01 = _mm512_unpacklo_epi32(part[0], part[1]);
        const Bits high01 = _mm512_unpackhi_epi32(part[0], part[1]);
        const Bits low23 = _mm512_unpacklo_epi32(part[2], part[3]);
        const Bits high23 = _mm512_unpackhi_epi32(part[2], part[3]);
        units[0] = _mm512_unpacklo_epi64(low01, low23);
        units[1] = _mm512_unpackhi_epi64(low01, low23);
        units[2] = _mm512_unpacklo_epi64(high01, high23);
        units[3] = _mm512_unpackhi_epi64(high01, high23);
    }
    /// 4 or 2 bytes of each row; lane r holds those of row r.
    static Bits loadWords(const std::uint8_t* rows, std::ptrdiff_t stride)
    {
        alignas(64) std::uint32_t words[16];
        for (int row = 0; row < 16; ++row)
            __builtin_memcpy(words + row, rows + row * stride, 4);
        return _mm512_load_si512(words);
    }
    static Bits loadHalves(const std::uint8_t* rows, std::ptrdiff_t stride)
    {
        alignas(32) std::uint16_t halves[16];
        for (int row = 0; row < 16; ++row)
            __builtin_memcpy(halves + row, rows + row * stride, 2);
        return _mm512_cvtepu16_epi32(_mm256_load_si256(reinterpret_cast<const __m256i*>(halves)));
    }

private:
    static __m128i load128(const std::uint8_t* bytes)
    {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
    }
};

} // namespace
} // namespace lacuna::kernels
