// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The form of panel that dot products of bytes eat: q as it is, with the scales of each group.

#include "kernels/panel_product.h"

namespace lacuna::kernels {

/// 16 weight rows × up to 256 inputs, four consecutive inputs of a row together.
struct alignas(64) BytePanel {
    std::uint8_t q[blockValues / 4][panelRows][4];
    /// By group. Of formats with 256 values a block the integer sub-scale, as a float or twice as an integer, see Dot.
    union {
        float scale[blockValues / 16][panelRows];
        std::int16_t subScale[blockValues / 16][panelRows][2];
    };
    float offset[blockValues / 32][panelRows]; ///< Q4_1 and Q5_1 only
    std::int16_t minima[blockValues / 32][panelRows][2]; ///< K-quants with minima only: of groups 2i and 2i + 1
    float block[panelRows]; ///< formats with 256 values a block only: d
    float minusMinimumScale[panelRows]; ///< K-quants with minima only: −dmin
};
static_assert(sizeof(BytePanel) <= sizeof(WeightPanel));

/// Puts decoded values into V::lanes rows of a BytePanel; see decode_panels.h. foldsSubScales: whether dot products
/// take them in.
template<typename V, typename Block, bool foldsSubScales>
class BytePanelWriter {
public:
    using Bits = typename V::Bits;
    using Floats = typename V::Floats;

    explicit BytePanelWriter(WeightPanel& panel, int firstRow = 0)
        : m_panel(reinterpret_cast<BytePanel&>(panel))
        , m_row(firstRow)
    {
    }
    void scale(int group, Floats scale) { V::store(m_panel.scale[group] + m_row, scale); }
    void offset(int group, Floats offset) { V::store(m_panel.offset[group] + m_row, offset); }
    void block(Floats d) { V::store(m_panel.block + m_row, d); }
    void minimumScale(Floats dmin) { V::store(m_panel.minusMinimumScale + m_row, V::negate(dmin)); }
    void subScale(int group, Bits integers)
    {
        if constexpr (foldsSubScales)
            V::store(m_panel.subScale[group] + m_row, pairsOf(integers, integers));
        else
            V::store(m_panel.scale[group] + m_row, V::toFloat(integers));
    }
    void minima(int pair, Bits first, Bits second) { V::store(m_panel.minima[pair] + m_row, pairsOf(first, second)); }
    template<int unit>
    void q(int run, Bits bytes)
    {
        V::store(m_panel.q[8 * run + unit] + m_row, bytes);
    }

private:
    /// The low halves of the lanes of both side by side.
    static Bits pairsOf(Bits first, Bits second)
    {
        return V::bitOr(V::bitAnd(first, V::all(0xffffu)), V::template shiftLeft<16>(second));
    }

    BytePanel& m_panel;
    int m_row;
};

} // namespace lacuna::kernels
