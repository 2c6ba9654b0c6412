// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/panel_product.h"

namespace lacuna::kernels {

/// Asks for the weights that a thread needs next, a share of them beside every block of those that it multiplies now,
/// in the order of their addresses. The rows of a block lie too far apart for the processor to guess, and to ask for
/// them block by block, in the order in which they are decoded, goes through the same pages again and again.
/// V: a class with internal linkage, see kernel_table.h.
template<typename V>
class WeightsAhead {
public:
    /// `bytes` of weights, in `blocks` shares. The products of a block's panels, once they are decoded, take as long as
    /// decoding `panelsInProduct` others.
    WeightsAhead(const std::byte* weights, std::ptrdiff_t bytes, int blocks, int panelsInProduct)
        : m_begin(weights)
        , m_line(weights)
        , m_end(weights + bytes)
        , m_bytesPerBlock((bytes + blocks - 1) / blocks)
        , m_bytesPerPanel(int(m_bytesPerBlock) / (productPanels + panelsInProduct))
    {
    }

    /// What the decoding of a panel is to ask for.
    int bytesPerPanel() const { return m_bytesPerPanel; }
    void ask(int bytes)
    {
        m_due += bytes;
        for (; m_due >= cacheLine && m_line < m_end; m_due -= cacheLine, m_line += cacheLine)
            __builtin_prefetch(m_line);
    }

    /// What each of `steps` pieces of work is to ask for so that nothing is left of a block's share: whole cache lines,
    /// as branches that go the same way every time cost nothing.
    int bytesPerStep(int block, int steps) const { return (linesLeft(block) + steps - 1) / steps * cacheLine; }
    /// What is left of a block's share, to be asked for by the product.
    Upcoming takeRestOf(int block)
    {
        const Upcoming taken {.data = m_line, .stride = cacheLine, .rows = linesLeft(block), .bytes = 1};
        m_line += taken.rows * cacheLine;
        return taken;
    }

private:
    static constexpr int cacheLine = 64;

    /// Of a block's share.
    int linesLeft(int block) const
    {
        const std::byte* shareEnd = m_begin + (block + 1) * m_bytesPerBlock;
        const std::byte* end = shareEnd < m_end ? shareEnd : m_end;
        return m_line < end ? int((end - m_line + cacheLine - 1) / cacheLine) : 0;
    }

    const std::byte* m_begin;
    const std::byte* m_line;
    const std::byte* m_end;
    std::ptrdiff_t m_bytesPerBlock;
    int m_bytesPerPanel;
    int m_due = 0; ///< bytes that are to be asked for
};

} // namespace lacuna::kernels
