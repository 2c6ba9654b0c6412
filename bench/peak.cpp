// SPDX-License-Identifier: GPL-3.0-or-later
#include "peak.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <immintrin.h>

namespace lacuna::bench {

namespace {

constexpr int iterations = 200'000;
constexpr int chains = 12; // more than latency × instructions per cycle

// The compiler must neither drop the loop nor keep fewer chains than there are.
#define KEEP(value) __asm__ volatile("" : "+v"(value))

__attribute__((target("avx512f,avx512vnni"))) int runAvx512Vnni()
{
    __m512i sums[chains] = {};
    __m512i a = _mm512_set1_epi8(3);
    for (int i = 0; i < iterations; ++i) {
#pragma GCC unroll 12
        for (__m512i& sum : sums) {
            sum = _mm512_dpbusd_epi32(sum, a, a);
            KEEP(sum);
        }
    }
    return chains * 64;
}

__attribute__((target("avx2,avxvnni"))) int runAvxVnni()
{
    __m256i sums[chains] = {};
    __m256i a = _mm256_set1_epi8(3);
    for (int i = 0; i < iterations; ++i) {
#pragma GCC unroll 12
        for (__m256i& sum : sums) {
            sum = _mm256_dpbusd_avx_epi32(sum, a, a);
            KEEP(sum);
        }
    }
    return chains * 32;
}

/// Products of bytes added up in 16 bits: what four-bit weights can do at most.
__attribute__((target("avx2"))) int runAvx2()
{
    __m256i sums[chains] = {};
    __m256i a = _mm256_set1_epi8(3);
    for (int i = 0; i < iterations; ++i) {
#pragma GCC unroll 12
        for (__m256i& sum : sums) {
            __m256i factor = a;
            KEEP(factor);
            sum = _mm256_add_epi16(sum, _mm256_maddubs_epi16(factor, a));
            KEEP(sum);
        }
    }
    return chains * 32;
}

/// Products of whole tiles: 16 × 16 sums of 64 products each.
int runAmxInt8()
{
    struct alignas(64) {
        std::uint8_t palette = 1;
        std::uint8_t startRow = 0;
        std::uint8_t reserved[14] = {};
        std::uint16_t rowBytes[16] = {64, 64, 64, 64, 64, 64};
        std::uint8_t rows[16] = {16, 16, 16, 16, 16, 16};
    } configuration;
    __asm__ volatile("ldtilecfg %0" : : "m"(configuration));
    for (int i = 0; i < iterations; i += 16) {
        __asm__ volatile("tdpbssd %tmm5, %tmm4, %tmm0\n"
                         "tdpbssd %tmm5, %tmm4, %tmm1\n"
                         "tdpbssd %tmm5, %tmm4, %tmm2\n"
                         "tdpbssd %tmm5, %tmm4, %tmm3\n");
    }
    __asm__ volatile("tilerelease");
    return 4 * 16 * 16 * 64 / 16;
}

int run(kernels::Isa isa)
{
    switch (isa) {
    case kernels::Isa::Avx2:
        return runAvx2();
    case kernels::Isa::AvxVnni:
        return runAvxVnni();
    case kernels::Isa::Avx512Vnni:
        return runAvx512Vnni();
    case kernels::Isa::AmxInt8:
        return runAmxInt8();
    case kernels::Isa::Scalar:
        break;
    }
    return 0;
}

} // namespace

double peakOperationsPerSecond(kernels::Isa isa)
{
    using Clock = std::chrono::steady_clock;
    double best = 0;
    for (int repeat = 0; repeat < 20; ++repeat) {
        const auto begin = Clock::now();
        const double operations = 2.0 * iterations * run(isa);
        best = std::max(best, operations / std::chrono::duration<double>(Clock::now() - begin).count());
    }
    return best;
}

} // namespace lacuna::bench
