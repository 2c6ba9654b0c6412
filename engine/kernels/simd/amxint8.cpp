// SPDX-License-Identifier: GPL-3.0-or-later
// AMX: products of 16 × 64 by 64 × 16 bytes an instruction, the rest in AVX-512. Compiled for these instruction sets
// alone; nothing in here may have external linkage but the table.
#include "kernels/simd/block_products.h"
#include "kernels/simd/kernels_of.h"
#include "kernels/simd/multiply_planes.h"
#include "kernels/simd/plane_panel.h"
#include "kernels/simd/vector_512.h"

namespace lacuna::kernels {
namespace {

struct AmxInt8 : Vector512 {
    static constexpr int plainTilePanels = 2;
    static constexpr int plainTileTokens = 12;

    static Bits dotWords(Bits sum, Bits a, Bits b) { return _mm512_dpwssd_epi32(sum, a, b); }
    static Bits subtractBytes(Bits a, Bits b) { return _mm512_sub_epi8(a, b); }
    static Bits multiplyWords(Bits a, Bits b) { return _mm512_mullo_epi16(a, b); }
    template<int count>
    static Bits shiftWordsLeft(Bits a)
    {
        return _mm512_slli_epi16(a, count);
    }
    template<int count>
    static Bits shiftWordsRight(Bits a)
    {
        return _mm512_srli_epi16(a, count);
    }
    template<int count>
    static Bits shiftWordsRightSigned(Bits a)
    {
        return _mm512_srai_epi16(a, count);
    }
    /// The even bytes of a, the odd ones of b.
    static Bits evenAndOdd(Bits a, Bits b)
    {
        return _mm512_ternarylogic_epi32(all(0x00ff00ffu), a, b, 0xca); // mask ? a : b
    }
};

} // namespace

extern constexpr KernelTable amxInt8Table = [] {
    KernelTable table = rowKernelsOf<AmxInt8>();
    table.fewTokens = 8; // half-empty tiles are no faster, and the planes take longer to decode
    table.forFewTokens = &avx512VnniTable;
    table.begin = beginTiles<AmxInt8>;
    table.multiply = multiplyDecoded<AmxInt8, PlanePanelWriter, multiplyPlanes<AmxInt8>>;
    table.end = endTiles<AmxInt8>;
    return table;
}();

} // namespace lacuna::kernels
