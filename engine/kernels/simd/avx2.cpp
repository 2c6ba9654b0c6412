// SPDX-License-Identifier: GPL-3.0-or-later
// AVX2 with FMA and F16C: products of bytes summed in 16 bits first. Compiled for that instruction set alone; nothing
// in here may have external linkage but the table.
#include "kernels/simd/kernels_of.h"
#include "kernels/simd/tile_vector_256.h"
#include "kernels/simd/vector_256.h"

namespace lacuna::kernels {
namespace {

struct Avx2 : Vector256 {
    using TileVector = TileVector256;
    using Words = TileVector::Bits;
    /// So many sums in 32 and in 16 bits, and as floats where every group has a scale of its own, fit 16 registers with
    /// what is multiplied. Where there are no sums of 16 bits, one vector of weights serves more tokens.
    template<typename Kind>
    static constexpr int tileVectors = Kind::largestQ == 255 ? 1 : 2;
    template<typename Kind>
    static constexpr int tileTokens = Kind::largestQ == 255 ? 5 : 3;
    /// Widening sums of 16 bits is a multiplication anyhow.
    static constexpr int tokensWhileDecoding = 6;
    static constexpr int fewerWhileDecoding = 4;
    static constexpr int moreWhileDecoding = 5;
    static constexpr bool foldsSubScales = true;
    static constexpr int plainTilePanels = 1;
    static constexpr int plainTileTokens = 6;

    template<int largestQ>
    static constexpr int coveredQ = largestQ;

    static constexpr std::uint32_t dotBias = 0; ///< where dot products start otherwise
    static TileVector::Floats dotToFloat(Words dot) { return TileVector::toFloat(dot); }
    /// sum + the dot products of pairs of int16.
    static Words dotWords(Words sum, Words a, Words b) { return _mm256_add_epi32(sum, _mm256_madd_epi16(a, b)); }

    /// Of long sums compilers like to form all products first, for which there are not enough registers.
    static Words inOrder(Words sum)
    {
        __asm__ volatile("" : "+x"(sum));
        return sum;
    }

    /// Dot products of weights ≤ largestQ with activations, times a factor. An addition puts two products into each
    /// 16-bit lane, of magnitude ≤ 2 · largestQ · 127; `together` additions fit before they have to be widened. With
    /// largestQ 63 sums start at what the zero point makes of the activations, and only what comes out has to fit: sums
    /// of weights about zero, of magnitude ≤ 32.
    template<int largestQ, int units>
    struct Dot {
        static constexpr bool startsWords = largestQ == 63;
        static constexpr int fitting = largestQ <= 15 ? 8 : 4;
        static constexpr int together = fitting < units ? fitting : units;
        static_assert(together * 2 * (startsWords ? 32 : largestQ) * 127 <= 32767 && units % together == 0);
        static constexpr bool takesZeroPoint = true;
        using Weights = Words;
        using Partial = Words;
        static Weights weights(Words bytes) { return bytes; }
        static void add(Words& sum, Words& partial, Words w, Words four, int unit, Words factor)
        {
            const Words products = _mm256_maddubs_epi16(w, four);
            const bool begins = unit % together == 0 && !startsWords;
            partial = inOrder(begins ? products : _mm256_add_epi16(partial, products));
            if (unit % together == together - 1)
                sum = inOrder(dotWords(sum, partial, factor));
        }
    };
};

/// Weights of 8 bits (zero point 128): two products of up to 255 · 127 would not fit into 16 bits. Taken as signed
/// numbers they are at most 128, and their signs can go over to the activations.
template<int units>
struct Avx2::Dot<255, units> {
    static constexpr bool startsWords = false;
    static constexpr bool takesZeroPoint = false; // it is gone already
    struct Weights {
        Words magnitude;
        Words sign;
    };
    struct Partial { };
    static Weights weights(Words bytes)
    {
        const Words w = _mm256_xor_si256(bytes, TileVector::all(0x80808080u));
        return {_mm256_abs_epi8(w), w};
    }
    static void add(Words& sum, Partial&, const Weights& w, Words four, int, Words factor)
    {
        sum = inOrder(dotWords(sum, _mm256_maddubs_epi16(w.magnitude, _mm256_sign_epi8(four, w.sign)), factor));
    }
};

} // namespace

extern constexpr KernelTable avx2Table = kernelsOf<Avx2>();

} // namespace lacuna::kernels
