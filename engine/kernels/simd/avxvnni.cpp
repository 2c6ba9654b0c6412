// SPDX-License-Identifier: GPL-3.0-or-later
// AVX2 with AVX-VNNI: 32 products an instruction. Compiled for that instruction set alone; nothing in here may have
// external linkage but the table.
#include "kernels/simd/kernels_of.h"
#include "kernels/simd/vector_256.h"

namespace lacuna::kernels {
namespace {

struct AvxVnni : Vector256 {
    using TileVector = Vector256;
    // Two registers a vector: 3 × (sum, dot product), weights, and one of activations fill the 16 registers.
    template<typename>
    static constexpr int tileVectors = 1;
    template<typename>
    static constexpr int tileTokens = 3;
    static constexpr bool foldsSubScales = false;
    static constexpr int plainTilePanels = 1;
    static constexpr int plainTileTokens = 6;

    /// Dot products of unsigned weights with activations; exact for all weights, so that one kernel serves all ranges.
    template<int>
    static constexpr int coveredQ = 255;
    template<int, int>
    struct Dot {
        static constexpr bool startsWords = false;
        static constexpr bool takesZeroPoint = true;
        using Weights = Bits;
        struct Partial { };
        static Weights load(const std::uint8_t (*q)[4]) { return Vector256::load(q); }
        static void add(Bits& sum, Partial&, Bits w, Bits four, int, Bits)
        {
            sum = {_mm256_dpbusd_avx_epi32(sum.low, w.low, four.low),
                   _mm256_dpbusd_avx_epi32(sum.high, w.high, four.high)};
        }
    };
    /// Taking the bias off again is exact. Conversions would wait for the ports of the dot products, which subtractions
    /// do not.
    static constexpr std::uint32_t dotBias = floatBiasBits;
    static Floats dotToFloat(Bits dot) { return subtract(asFloats(dot), all(floatBias)); }
    /// Dot products of pairs of int16.
    static Bits dotWords(Bits sum, Bits a, Bits b)
    {
        return {_mm256_dpwssd_avx_epi32(sum.low, a.low, b.low), _mm256_dpwssd_avx_epi32(sum.high, a.high, b.high)};
    }
};

} // namespace

extern constexpr KernelTable avxVnniTable = kernelsOf<AvxVnni>();

} // namespace lacuna::kernels
