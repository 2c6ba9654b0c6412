// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/cell_layout.h"

#include <algorithm>
#include <cmath>

namespace lacuna::widgets {

using tokenizer::CanvasCell;

namespace {

/// Wide enough to be seen and clicked although another cell shows the character.
constexpr qreal JoinedWidth = 8;
constexpr qsizetype MostWidths = 4096; // to keep: a vocabulary can be larger than memory should be

bool endsLine(const CanvasCell& cell)
{
    return cell.kind == CanvasCell::Kind::Text && cell.text.contains(QLatin1Char('\n'));
}

} // namespace

qreal TextWidths::of(const QString& text) const
{
    if (const auto known = m_widths.constFind(text); known != m_widths.constEnd())
        return *known;
    if (m_widths.size() >= MostWidths)
        m_widths.clear();
    return *m_widths.insert(text, std::ceil(m_metrics.horizontalAdvance(text)));
}

CellLayout::CellLayout(std::span<const CanvasCell> cells, const TextWidths& texts, const Style& style, qreal width)
{
    m_rects.reserve(cells.size());
    qreal x = 0;
    qreal y = 0;
    for (const CanvasCell& cell : cells) {
        qreal cellWidth = style.maskWidth;
        if (cell.kind == CanvasCell::Kind::Joined) {
            cellWidth = JoinedWidth;
        } else if (cell.kind != CanvasCell::Kind::Mask) {
            cellWidth = std::max(texts.of(displayText(cell)) + 2 * style.padding, JoinedWidth);
        }
        cellWidth = std::min(cellWidth, std::max(width, JoinedWidth));
        if (x > 0 && x + cellWidth > width) {
            x = 0;
            y += style.lineHeight;
        }
        m_rects.emplace_back(x, y + (style.lineHeight - style.cellHeight) / 2, cellWidth, style.cellHeight);
        x += cellWidth;
        if (endsLine(cell)) {
            x = 0;
            y += style.lineHeight;
        }
    }
    m_height = m_rects.empty() ? 0 : m_rects.back().center().y() + style.lineHeight / 2;
}

int CellLayout::cellAt(QPointF point) const
{
    // rects are in reading order, so the first whose line is not above the point starts the candidates
    const auto line = std::partition_point(m_rects.begin(), m_rects.end(),
                                           [&](const QRectF& rect) { return rect.bottom() <= point.y(); });
    for (auto rect = line; rect != m_rects.end() && rect->top() <= point.y(); ++rect) {
        if (rect->left() <= point.x() && point.x() < rect->right())
            return int(rect - m_rects.begin());
    }
    return -1;
}

int CellLayout::cellInNeighbourLine(int cell, int direction) const
{
    if (cell < 0 || cell >= int(m_rects.size()))
        return cell;
    const QPointF middle = m_rects[size_t(cell)].center();
    const auto inNextLine = [&](const QRectF& rect) {
        const qreal distance = (rect.center().y() - middle.y()) * direction;
        return distance > 0;
    };
    int best = cell;
    qreal bestY = 0;
    qreal bestX = 0;
    for (size_t i = 0; i < m_rects.size(); ++i) {
        if (!inNextLine(m_rects[i]))
            continue;
        const qreal dy = std::abs(m_rects[i].center().y() - middle.y());
        const qreal dx = std::abs(m_rects[i].center().x() - middle.x());
        if (best == cell || dy < bestY - 0.5 || (dy < bestY + 0.5 && dx < bestX)) {
            best = int(i);
            bestY = dy;
            bestX = dx;
        }
    }
    return best;
}

QString displayText(const CanvasCell& cell)
{
    if (cell.kind == CanvasCell::Kind::Mask || cell.kind == CanvasCell::Kind::Joined)
        return {};
    if (cell.kind == CanvasCell::Kind::Special)
        return QString(QChar(0x220E)); // ∎: dozens of them fill the end of an answer; names would bury the words
    QString text = cell.text;
    text.replace(QLatin1Char('\n'), QChar(0x21B5)); // ↵
    text.replace(QLatin1Char('\t'), QChar(0x21E5)); // ⇥
    for (QChar& c : text) {
        if (c.category() == QChar::Other_Control)
            c = QChar(0xFFFD);
    }
    return text;
}

} // namespace lacuna::widgets
