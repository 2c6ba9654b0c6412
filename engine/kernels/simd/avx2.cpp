// SPDX-License-Identifier: GPL-3.0-or-later
// AVX2 with FMA and F16C: products of bytes summed in 16 bits first. Compiled for that instruction set alone; nothing
// in here may have external linkage but the table.
#include "kernels/simd/kernels_of.h"
#include "kernels/simd/vector_256.h"

namespace lacuna::kernels {
namespace {

struct Avx2 : Vector256 {
    static constexpr int tilePanels = 1;
    static constexpr int tileTokens = 2;
    static constexpr int plainTileTokens = 6;

    template<int largestQ>
    static constexpr int coveredQ = largestQ;

    /// Dot products of weights ≤ largestQ with activations. An addition puts two products into each 16-bit lane, of
    /// magnitude ≤ 2 · largestQ · 127; `together` additions fit before they have to be widened.
    template<int largestQ, int units>
    struct Dot {
        static constexpr int fitting = largestQ <= 15 ? 8 : largestQ <= 31 ? 4 : 2;
        static constexpr int together = fitting < units ? fitting : units;
        static_assert(together * 2 * largestQ * 127 <= 32767 && units % together == 0);
        using Weights = Bits;
        static Weights load(const std::uint8_t (*q)[4]) { return Vector256::load(q); }
        void begin(Bits start)
        {
            value = start;
            words = all(0u);
        }
        void add(Weights w, Bits four, int unit)
        {
            words = {_mm256_add_epi16(words.low, _mm256_maddubs_epi16(w.low, four.low)),
                     _mm256_add_epi16(words.high, _mm256_maddubs_epi16(w.high, four.high))};
            // Of long sums compilers like to form all products first, for which there are not enough registers.
            if constexpr (together >= 4)
                __asm__ volatile("" : "+x"(words.low), "+x"(words.high));
            if (unit % together == together - 1) {
                value = addWords(value, words);
                words = all(0u);
            }
        }
        Bits end() const { return value; }

        Bits value;
        Bits words;
    };

    /// Dot products of pairs of int16.
    static Bits dotWords(Bits sum, Bits a, Bits b)
    {
        return {_mm256_add_epi32(sum.low, _mm256_madd_epi16(a.low, b.low)),
                _mm256_add_epi32(sum.high, _mm256_madd_epi16(a.high, b.high))};
    }

private:
    static Bits addWords(Bits value, Bits words) { return dotWords(value, words, all(0x00010001u)); }
};

/// Weights of 8 bits (zero point 128): two products of up to 255 · 127 would not fit into 16 bits. Taken as signed
/// numbers they are at most 128, and their signs can go over to the activations.
template<int units>
struct Avx2::Dot<255, units> {
    struct Weights {
        Bits magnitude;
        Bits sign;
    };
    static Weights load(const std::uint8_t (*q)[4])
    {
        const Bits w = bitXor(Vector256::load(q), all(0x80808080u));
        return {{_mm256_abs_epi8(w.low), _mm256_abs_epi8(w.high)}, w};
    }
    void begin(Bits) { value = all(0u); } // the zero point is gone already
    void add(const Weights& w, Bits four, int)
    {
        value = addWords(value,
                         {_mm256_maddubs_epi16(w.magnitude.low, _mm256_sign_epi8(four.low, w.sign.low)),
                          _mm256_maddubs_epi16(w.magnitude.high, _mm256_sign_epi8(four.high, w.sign.high))});
    }
    Bits end() const { return value; }

    Bits value;
};

} // namespace

extern constexpr KernelTable avx2Table = kernelsOf<Avx2>();

} // namespace lacuna::kernels
