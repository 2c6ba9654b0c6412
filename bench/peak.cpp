// SPDX-License-Identifier: GPL-3.0-or-later
#include "peak.h"

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <immintrin.h>
#include <vector>

namespace lacuna::bench {

namespace {

constexpr int iterations = 50'000;
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

__attribute__((target("avx512f"))) int runFma512()
{
    __m512 sums[chains] = {};
    __m512 a = _mm512_set1_ps(0.5f);
    for (int i = 0; i < iterations; ++i) {
#pragma GCC unroll 12
        for (__m512& sum : sums) {
            sum = _mm512_fmadd_ps(sum, a, a);
            KEEP(sum);
        }
    }
    return chains * 16;
}

__attribute__((target("avx2,fma"))) int runFma256()
{
    __m256 sums[chains] = {};
    __m256 a = _mm256_set1_ps(0.5f);
    for (int i = 0; i < iterations; ++i) {
#pragma GCC unroll 12
        for (__m256& sum : sums) {
            sum = _mm256_fmadd_ps(sum, a, a);
            KEEP(sum);
        }
    }
    return chains * 8;
}

using Run = int (*)(); // gives the multiplications of an iteration

Run integerRun(kernels::Isa isa)
{
    switch (isa) {
    case kernels::Isa::Avx2:
        return runAvx2;
    case kernels::Isa::AvxVnni:
        return runAvxVnni;
    case kernels::Isa::AmxInt8:
        return runAmxInt8;
    default:
        return runAvx512Vnni;
    }
}

Run realRun(kernels::Isa isa)
{
    return isa == kernels::Isa::Avx2 || isa == kernels::Isa::AvxVnni ? runFma256 : runFma512;
}

/// Of the whole process, which is one thread while this measures, in seconds.
double processorTime()
{
    return double(std::clock()) / CLOCKS_PER_SEC;
}

/// The most units a second that `work` does; it gives how many it has done.
template<typename Work>
double bestRate(int repetitions, Work work)
{
    double best = 0;
    for (int i = 0; i < repetitions; ++i) {
        const double begin = processorTime();
        const double done = work();
        best = std::max(best, done / (processorTime() - begin));
    }
    return best;
}

double operationRate(Run run)
{
    return bestRate(20, [run] { return 2.0 * iterations * run(); });
}

} // namespace

Peak measurePeak(kernels::Isa isa)
{
    return {operationRate(integerRun(isa)), operationRate(realRun(isa))};
}

double measureBandwidth()
{
    static const std::vector<std::uint64_t> words((std::size_t(256) << 20) / sizeof(std::uint64_t), 1);
    return bestRate(5, [] {
        std::uint64_t sums[8] = {};
        for (std::size_t i = 0; i < words.size(); i += 8) { // a cache line
            for (std::size_t j = 0; j < 8; ++j)
                sums[j] += words[i + j];
        }
        for (std::uint64_t& sum : sums)
            __asm__ volatile("" : : "r"(sum));
        return double(words.size() * sizeof(std::uint64_t));
    });
}

} // namespace lacuna::bench
