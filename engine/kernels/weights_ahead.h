// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/kernel_table.h"

#include <algorithm>
#include <span>

namespace lacuna::kernels {

/// Asks for the weights that a thread needs next, a share of them beside every block of those that it multiplies now,
/// in the order of their addresses. The rows of a block lie too far apart for the processor to guess, and to ask for
/// them block by block, in the order in which they are decoded, goes through the same pages again and again.
class WeightsAhead {
public:
    /// `weights`, none if empty, in `blocks` shares. `panels`: that a block is decoded into; `tokens`: that they are
    /// multiplied with.
    WeightsAhead(std::span<const std::byte> weights, int blocks, int panels, int tokens)
        : m_line(weights.data())
        , m_end(weights.data() + weights.size())
        , m_panels(panels)
        , m_linesPerBlock(int((m_end - m_line) / cacheLine + blocks) / blocks)
        , m_linesPerPanel(m_linesPerBlock / (panels + tokens / tokensPerPanel))
    {
    }

    /// Before a panel is decoded.
    void beforePanel()
    {
        const Lines lines = take(m_linesPerPanel);
        for (const std::byte* line = lines.begin; line < lines.end; line += cacheLine)
            __builtin_prefetch(line);
    }

    /// What is left of a block's share once all its panels are decoded: for the product to ask for.
    Upcoming afterPanels()
    {
        const Lines lines = take(m_linesPerBlock - m_panels * m_linesPerPanel);
        return {.data = lines.begin,
                .stride = cacheLine,
                .rows = int((lines.end - lines.begin + cacheLine - 1) / cacheLine),
                .bytes = 1};
    }

private:
    struct Lines {
        const std::byte* begin;
        const std::byte* end;
    };

    static constexpr std::ptrdiff_t cacheLine = 64;
    /// The product with so many tokens hides as much waiting as decoding a panel does.
    static constexpr int tokensPerPanel = 8;

    Lines take(int count)
    {
        const std::byte* begin = m_line;
        m_line += std::min(count * cacheLine, m_end - m_line);
        return {begin, m_line};
    }

    const std::byte* m_line;
    const std::byte* m_end;
    int m_panels;
    int m_linesPerBlock;
    int m_linesPerPanel;
};

} // namespace lacuna::kernels
