// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/step_frame.h"
#include "tokenizer/canvas_decoder.h"

#include <QColor>
#include <QFont>
#include <QHash>
#include <QPalette>
#include <QPixmap>
#include <QRectF>
#include <QStaticText>

#include <array>

class QPainter;

namespace lacuna::widgets {

/// Colour of a confidence in [0, 1]: from amber over teal to blue, readable on the palette's base.
QColor confidenceColor(double confidence, const QPalette& palette);

/// Paints one cell of the canvas. What a cell says in colour it also says in shape: the bar below the text is as long
/// as the confidence, a new token has a filled background, a changed one a dashed frame, a fixed one a solid frame.
class CellPainter {
public:
    struct Cell {
        QRectF rect;
        const tokenizer::CanvasCell& content;
        const diffusion::PositionFrame& position;
        bool inActiveBlock = false;
        bool selected = false;
        qreal settled = 1; ///< 0 … 1: how far the fade from mask to text is
    };

    CellPainter(const QFont& font, const QPalette& palette);

    void paint(QPainter& painter, const Cell& cell);

private:
    void paintMask(QPainter& painter, const Cell& cell);
    void drawMask(QPainter& painter, const QRectF& rect, bool inActiveBlock) const;
    void paintText(QPainter& painter, const Cell& cell);
    void paintConfidence(QPainter& painter, const Cell& cell) const;

    QFont m_font;
    QPalette m_palette;
    QHash<QString, QStaticText> m_texts; // shaped once
    std::array<QPixmap, 2> m_masks; // outside and inside the active block
};

} // namespace lacuna::widgets
