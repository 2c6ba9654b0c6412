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
    static constexpr int tileVectors = 1;
    template<typename Kind>
    static constexpr int tileTokens = 3;
    static constexpr bool foldsSubScales = false;
    static constexpr int plainTilePanels = 1;
    static constexpr int plainTileTokens = 6;

    /// Dot products of unsigned weights with activations; exact for all weights, so that one kernel serves all ranges.
    template<int>
    static constexpr int coveredQ = 255;
    template<int, int>
    struct Dot {
        using Weights = Bits;
        static Weights load(const std::uint8_t (*q)[4]) { return Vector256::load(q); }
        void begin(Bits start) { value = start; }
        void add(Weights w, Bits four, int, Bits)
        {
            value = {_mm256_dpbusd_avx_epi32(value.low, w.low, four.low),
                     _mm256_dpbusd_avx_epi32(value.high, w.high, four.high)};
        }
        Bits end() const { return value; }

        Bits value;
    };
    /// Dot products of pairs of int16.
    static Bits dotWords(Bits sum, Bits a, Bits b)
    {
        return {_mm256_dpwssd_avx_epi32(sum.low, a.low, b.low), _mm256_dpwssd_avx_epi32(sum.high, a.high, b.high)};
    }
};

} // namespace

extern constexpr KernelTable avxVnniTable = kernelsOf<AvxVnni>();

} // namespace lacuna::kernels
