// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The form of panel that matrix products of bytes eat. A product over a whole block of 256 inputs leaves no place for
// the groups' integer sub-scales but in the weights themselves, and q · sub-scale does not fit a byte, so there are two
// planes:
//     (q − zeroPoint) · sub-scale = low + high · 2^shift,
// and the two products are added up as integers afterwards, exactly.

#include "kernels/panel_product.h"

namespace lacuna::kernels {
namespace {

/// 16 weight rows × up to 256 inputs, four consecutive inputs of a row together.
struct alignas(64) PlanePanel {
    std::uint8_t low[blockValues / 4][panelRows][4]; ///< formats with 32 values a block: q − zeroPoint
    std::uint8_t high[blockValues / 4][panelRows][4];
    float scale[blockValues / 32][panelRows]; ///< formats with 32 values a block only
    float offset[blockValues / 32][panelRows]; ///< Q4_1 and Q5_1 only
    std::int16_t minima[blockValues / 32][panelRows][2]; ///< K-quants with minima only: of groups 2i and 2i + 1
    float block[panelRows]; ///< formats with 256 values a block only: d
    float minusMinimumScale[panelRows]; ///< K-quants with minima only: −dmin
};
static_assert(sizeof(PlanePanel) <= sizeof(WeightPanel));

/// How the planes of a format are made.
enum class Planes {
    Plain, ///< 32 values a block: low alone, without sub-scales
    Single, ///< products fit a byte: low alone
    Unsigned, ///< sub-scales of 6 bits in two halves: low = q · (S & 7), high = q · (S >> 3), both unsigned
    Signed, ///< low = the lowest byte of the product, high = the next one, which is signed
};

constexpr Planes planesOf(bool scalePerGroup, bool hasOffset, int groupSize)
{
    if (scalePerGroup)
        return Planes::Plain;
    if (!hasOffset)
        return Planes::Signed;
    return groupSize == 16 ? Planes::Single : Planes::Unsigned; // Q2_K has sub-scales and quants of ≤ 15 · 3
}

constexpr int shiftOf(Planes planes)
{
    return planes == Planes::Unsigned ? 3 : 8;
}

/// Puts decoded values into a PlanePanel; see decode_panels.h.
template<typename V, typename Block>
class PlanePanelWriter {
public:
    using Bits = typename V::Bits;
    using Floats = typename V::Floats;

    explicit PlanePanelWriter(WeightPanel& panel)
        : m_panel(reinterpret_cast<PlanePanel&>(panel))
    {
    }
    void scale(int group, Floats scale) { V::store(m_panel.scale[group], scale); }
    void offset(int group, Floats offset) { V::store(m_panel.offset[group], offset); }
    void block(Floats d) { V::store(m_panel.block, d); }
    void minimumScale(Floats dmin) { V::store(m_panel.minusMinimumScale, V::negate(dmin)); }
    void subScale(int group, Bits integers)
    {
        if constexpr (planes == Planes::Unsigned) {
            m_subScales[group] = twice(V::bitAnd(integers, V::all(7u)));
            m_highSubScales[group] = twice(V::template shiftRight<3>(integers));
        } else {
            m_subScales[group] = twice(integers);
        }
    }
    void minima(int pair, Bits first, Bits second)
    {
        V::store(m_panel.minima[pair], V::bitOr(first, V::template shiftLeft<16>(second)));
    }
    template<int unitOfRun>
    void q(int run, Bits bytes)
    {
        const int unit = 8 * run + unitOfRun;
        const int group = unit / (Block::decoded.groupSize / 4);
        constexpr std::uint32_t zeroPoint = Block::decoded.zeroPoint * 0x01010101u;
        if constexpr (planes == Planes::Plain) {
            V::store(m_panel.low[unit], V::subtractBytes(bytes, V::all(zeroPoint)));
        } else if constexpr (planes != Planes::Signed) {
            // No product exceeds a byte, so two at a time do not disturb each other.
            V::store(m_panel.low[unit], V::multiplyWords(bytes, m_subScales[group]));
            if constexpr (planes == Planes::Unsigned)
                V::store(m_panel.high[unit], V::multiplyWords(bytes, m_highSubScales[group]));
        } else {
            const Bits centred = V::subtractBytes(bytes, V::all(zeroPoint));
            const Bits even = V::template shiftWordsRightSigned<8>(V::template shiftWordsLeft<8>(centred));
            const Bits odd = V::template shiftWordsRightSigned<8>(centred);
            const Bits evenProduct = V::multiplyWords(even, m_subScales[group]);
            const Bits oddProduct = V::multiplyWords(odd, m_subScales[group]);
            V::store(m_panel.low[unit], V::evenAndOdd(evenProduct, V::template shiftWordsLeft<8>(oddProduct)));
            V::store(m_panel.high[unit], V::evenAndOdd(V::template shiftWordsRight<8>(evenProduct), oddProduct));
        }
    }

private:
    static constexpr Planes planes =
        planesOf(Block::values != blockValues, Block::decoded.hasOffset, Block::decoded.groupSize);

    /// The low half of every lane in both halves.
    static Bits twice(Bits integers)
    {
        return V::bitOr(V::bitAnd(integers, V::all(0xffffu)), V::template shiftLeft<16>(integers));
    }

    PlanePanel& m_panel;
    Bits m_subScales[blockValues / 16];
    Bits m_highSubScales[blockValues / 16];
};

} // namespace
} // namespace lacuna::kernels
