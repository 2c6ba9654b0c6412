// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tokenizer/canvas_decoder.h"

#include <QFontMetricsF>
#include <QHash>
#include <QRectF>

#include <span>
#include <vector>

namespace lacuna::widgets {

/// Widths of texts in a font, in device-independent pixels, rounded up. Kept: the same few tokens come again and again.
class TextWidths {
public:
    explicit TextWidths(const QFont& font)
        : m_metrics(font)
    {
    }

    qreal of(const QString& text) const;

private:
    QFontMetricsF m_metrics;
    mutable QHash<QString, qreal> m_widths;
};

/// Places the cells of a canvas in lines, as text flows: from left to right, breaking where the width ends and after a
/// line feed. Pure geometry, so that it can be tested and its result compared from frame to frame.
class CellLayout {
public:
    struct Style {
        qreal padding = 2; ///< left and right of a cell's text
        qreal maskWidth = 22; ///< of a cell that has no text yet
        qreal lineHeight = 32;
        qreal cellHeight = 24; ///< ≤ lineHeight; a cell is centred in its line
    };

    CellLayout() = default;
    /// `cells`: one per position. `width`: of the space, in device-independent pixels. A cell that is wider than the
    /// space has a line of its own and is cut to the width.
    CellLayout(std::span<const tokenizer::CanvasCell> cells, const TextWidths& texts, const Style& style, qreal width);

    const std::vector<QRectF>& rects() const { return m_rects; } ///< one per cell
    qreal height() const { return m_height; }
    /// The cell at a point, -1: none.
    int cellAt(QPointF point) const;
    /// The cell of the line above (-1) or below (+1) that is nearest to the horizontal middle of `cell`; `cell` itself
    /// at the edge.
    int cellInNeighbourLine(int cell, int direction) const;

private:
    std::vector<QRectF> m_rects;
    qreal m_height = 0;
};

/// The text that a cell shows: line feeds, tabs and control tokens by visible signs, nothing for masks.
QString displayText(const tokenizer::CanvasCell& cell);

} // namespace lacuna::widgets
