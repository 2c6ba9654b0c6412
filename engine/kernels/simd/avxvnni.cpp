// SPDX-License-Identifier: GPL-3.0-or-later
// AVX2 with AVX-VNNI: 32 products an instruction. Compiled for that instruction set alone; nothing in here may have
// external linkage but the table.
#include "kernels/simd/kernels_of.h"
#include "kernels/simd/tile_vector_256.h"
#include "kernels/simd/vector_256.h"

namespace lacuna::kernels {
namespace {

struct AvxVnni : Vector256 {
    using TileVector = TileVector256;
    // 2 × 3 sums and 2 × 3 dot products, two vectors of weights, one of activations fill the 16 registers.
    template<typename>
    static constexpr int tileVectors = 2;
    template<typename>
    static constexpr int tileTokens = 3;
    static constexpr int tokensWhileDecoding = 6;
    static constexpr int fewerWhileDecoding = 4;
    static constexpr int moreWhileDecoding = 5;
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
        using Weights = TileVector::Bits;
        struct Partial { };
        static Weights weights(TileVector::Bits bytes) { return bytes; }
        static void add(TileVector::Bits& sum, Partial&, Weights w, TileVector::Bits four, int, TileVector::Bits)
        {
            sum = _mm256_dpbusd_avx_epi32(sum, w, four);
        }
    };
    /// Taking the bias off again is exact. Conversions would wait for the ports of the dot products, which subtractions
    /// do not.
    static constexpr std::uint32_t dotBias = floatBiasBits;
    static TileVector::Floats dotToFloat(TileVector::Bits dot)
    {
        return TileVector::subtract(TileVector::asFloats(dot), TileVector::all(floatBias));
    }
    /// Dot products of pairs of int16.
    static TileVector::Bits dotWords(TileVector::Bits sum, TileVector::Bits a, TileVector::Bits b)
    {
        return _mm256_dpwssd_avx_epi32(sum, a, b);
    }
};

} // namespace

extern constexpr KernelTable avxVnniTable = kernelsOf<AvxVnni>();

} // namespace lacuna::kernels
