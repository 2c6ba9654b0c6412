// SPDX-License-Identifier: GPL-3.0-or-later
// AVX-512 with VNNI: 64 products an instruction. Compiled for that instruction set alone; nothing in here may have
// external linkage but the table.
#include "kernels/simd/kernels_of.h"
#include "kernels/simd/vector_512.h"

namespace lacuna::kernels {
namespace {

struct Avx512Vnni : Vector512 {
    // 2 × 6 sums and 2 × 6 dot products, two vectors of weights, one of activations: 27 of 32 registers, and as many
    // independent dot products as two ports with a latency of five cycles keep going.
    using TileVector = Vector512;
    template<typename>
    static constexpr int tileVectors = 2;
    template<typename>
    static constexpr int tileTokens = 6;
    // So many tokens may be multiplied while their panel is decoded; if there are others, one of two numbers of them,
    // so that most numbers of rows leave whole tiles.
    static constexpr int tokensWhileDecoding = 8;
    static constexpr int fewerWhileDecoding = 4;
    static constexpr int moreWhileDecoding = 8;
    static constexpr bool foldsSubScales = false;
    static constexpr int plainTilePanels = 2;
    static constexpr int plainTileTokens = 12;

    /// Dot products of unsigned weights with activations; exact for all weights, so that one kernel serves all ranges.
    template<int>
    static constexpr int coveredQ = 255;
    template<int, int>
    struct Dot {
        static constexpr bool startsWords = false; ///< whether Partial starts at what the zero point makes of a group
        static constexpr bool takesZeroPoint = true; ///< a dot product starts at what the zero point makes of it
        using Weights = Bits; ///< a unit of a vector's rows
        struct Partial { }; ///< what a group is summed up in before it gets into the dot product
        static Weights weights(Bits bytes) { return bytes; }
        static void add(Bits& sum, Partial&, Bits w, Bits four, int, Bits) { sum = _mm512_dpbusd_epi32(sum, w, four); }
    };
    static constexpr std::uint32_t dotBias = 0; ///< where dot products start otherwise
    static Floats dotToFloat(Bits dot) { return toFloat(dot); }
    /// Dot products of pairs of int16.
    static Bits dotWords(Bits sum, Bits a, Bits b) { return _mm512_dpwssd_epi32(sum, a, b); }
};

} // namespace

extern constexpr KernelTable avx512VnniTable = kernelsOf<Avx512Vnni>();

} // namespace lacuna::kernels
