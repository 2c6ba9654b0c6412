// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// 8 lanes of 32 bits in one AVX2 register: what weights are decoded and multiplied with, where compilers move the pairs
// of registers of Vector256 through memory. Everything in here has internal linkage: see kernel_table.h.

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
    static void store(std::uint8_t (*q)[4], Bits bits) { _mm256_store_si256(reinterpret_cast<__m256i*>(q), bits); }
    static void store(std::int16_t (*pairs)[2], Bits bits)
    {
        _mm256_store_si256(reinterpret_cast<__m256i*>(pairs), bits);
    }
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

    static Bits bitAnd(Bits a, Bits b) { return _mm256_and_si256(a, b); }
    static Bits bitOr(Bits a, Bits b) { return _mm256_or_si256(a, b); }
    static Bits bitXor(Bits a, Bits b) { return _mm256_xor_si256(a, b); }
    template<int count>
    static Bits shiftLeft(Bits a)
    {
        return _mm256_slli_epi32(a, count);
    }
    template<int count>
    static Bits shiftRight(Bits a)
    {
        return _mm256_srli_epi32(a, count);
    }
    template<int count>
    static Bits shiftRightSigned(Bits a)
    {
        return _mm256_srai_epi32(a, count);
    }
    static Bits add(Bits a, Bits b) { return _mm256_add_epi32(a, b); }
    static Bits multiply(Bits a, Bits b) { return _mm256_mullo_epi32(a, b); }
    /// table[i] for every byte i < 16.
    static Bits lookUp(const std::int8_t (&table)[16], Bits indices)
    {
        const __m128i row = _mm_loadu_si128(reinterpret_cast<const __m128i*>(table));
        return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(row), indices);
    }

    static Floats toFloat(Bits integers) { return _mm256_cvtepi32_ps(integers); }
    static Floats asFloats(Bits bits) { return _mm256_castsi256_ps(bits); }
    /// f16 in the low half of each lane, zeros above.
    static Floats halfToFloat(Bits halves)
    {
        // Packing works within halves of the register: lanes 0-3 twice, 4-7 twice.
        const __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi32(halves, halves), 0xd8);
        return _mm256_cvtph_ps(_mm256_castsi256_si128(packed));
    }
    static Floats add(Floats a, Floats b) { return _mm256_add_ps(a, b); }
    static Floats multiply(Floats a, Floats b) { return _mm256_mul_ps(a, b); }
    static Floats subtract(Floats a, Floats b) { return _mm256_sub_ps(a, b); }
    static Floats fma(Floats a, Floats b, Floats c) { return _mm256_fmadd_ps(a, b, c); }
    static Floats negate(Floats a) { return asFloats(bitXor(_mm256_castps_si256(a), all(0x80000000u))); }

    /// 16 bytes of each of 8 rows, turned round: units[u] holds bytes 4u … 4u + 3, lane r those of row r.
    static void loadUnits(const std::uint8_t* rows, std::ptrdiff_t stride, Bits units[4])
    {
        __m256i part[4]; // part[i]: rows i, 4 + i
        const std::uint8_t* halves[2] = {rows, rows + 4 * stride};
        for (const std::uint8_t*& half : halves) // or compilers keep 8 pointers, more than there are registers to spare
            __asm__("" : "+r"(half));
        for (int i = 0; i < 4; ++i) {
            const std::ptrdiff_t row = i * stride;
            part[i] =
                _mm256_inserti128_si256(_mm256_castsi128_si256(load128(halves[0] + row)), load128(halves[1] + row), 1);
        }
        const __m256i low01 = _mm256_unpacklo_epi32(part[0], part[1]);
        const __m256i high01 = _mm256_unpackhi_epi32(part[0], part[1]);
        const __m256i low23 = _mm256_unpacklo_epi32(part[2], part[3]);
        const __m256i high23 = _mm256_unpackhi_epi32(part[2], part[3]);
        units[0] = _mm256_unpacklo_epi64(low01, low23);
        units[1] = _mm256_unpackhi_epi64(low01, low23);
        units[2] = _mm256_unpacklo_epi64(high01, high23);
        units[3] = _mm256_unpackhi_epi64(high01, high23);
    }
    /// 4 or 2 bytes of each row; lane r holds those of row r.
    static Bits loadWords(const std::uint8_t* rows, std::ptrdiff_t stride)
    {
        alignas(32) std::uint8_t words[lanes][4];
        for (int row = 0; row < lanes; ++row)
            __builtin_memcpy(words[row], rows + row * stride, 4);
        return load(words);
    }
    static Bits loadHalves(const std::uint8_t* rows, std::ptrdiff_t stride)
    {
        alignas(16) std::uint8_t halves[lanes][2];
        for (int row = 0; row < lanes; ++row)
            __builtin_memcpy(halves[row], rows + row * stride, 2);
        return _mm256_cvtepu16_epi32(load128(halves[0]));
    }

private:
    static __m128i load128(const std::uint8_t* bytes)
    {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
    }
};

} // namespace
} // namespace lacuna::kernels
