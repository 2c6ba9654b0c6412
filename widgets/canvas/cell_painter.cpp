// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/cell_painter.h"

#include "widgets/canvas/cell_layout.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lacuna::widgets {

using diffusion::PositionState;
using tokenizer::CanvasCell;

namespace {

constexpr qreal Radius = 4;
constexpr qreal BarHeight = 3;
constexpr int MostTexts = 4096; // shaped texts to keep; a vocabulary can be larger than memory should be

QColor withAlpha(QColor color, qreal alpha)
{
    color.setAlphaF(float(alpha));
    return color;
}

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Base).lightness() < 128;
}

} // namespace

QColor confidenceColor(double confidence, const QPalette& palette)
{
    // amber, teal, blue: told apart with any kind of colour blindness, and 3:1 on the ground they are painted on
    static constexpr QRgb light[] = {0xffb06a00, 0xff1f8a7a, 0xff1f5fb8};
    static constexpr QRgb dark[] = {0xfff0a840, 0xff4fc3b0, 0xff7db4f5};
    const QRgb* stops = isDark(palette) ? dark : light;
    const double at = std::clamp(confidence, 0.0, 1.0) * 2;
    const int from = std::min(int(at), 1);
    const QColor a(stops[from]);
    const QColor b(stops[from + 1]);
    const auto mix = [share = at - from](int x, int y) {
        return int(std::lround(x + (y - x) * share));
    };
    return QColor(mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue()));
}

CellPainter::CellPainter(const QFont& font, const QPalette& palette)
    : m_font(font)
    , m_palette(palette)
{
}

void CellPainter::paint(QPainter& painter, const Cell& cell)
{
    const bool masked = cell.position.state == PositionState::Masked;
    if (masked || cell.settled < 1) {
        painter.setOpacity(masked ? 1 : 1 - cell.settled);
        paintMask(painter, cell);
    }
    if (!masked) {
        painter.setOpacity(cell.settled);
        paintText(painter, cell);
        paintConfidence(painter, cell);
    }
    painter.setOpacity(1);
    if (cell.selected) {
        painter.setPen(QPen(m_palette.color(QPalette::Highlight), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(cell.rect.adjusted(1, 1, -1, -1), Radius, Radius);
    }
}

/// Hundreds of equal blocks: drawn once, then copied.
void CellPainter::paintMask(QPainter& painter, const Cell& cell)
{
    const qreal scale = painter.device()->devicePixelRatioF();
    QPixmap& mask = m_masks[cell.inActiveBlock ? 1 : 0];
    const QSize size = (cell.rect.size() * scale).toSize();
    if (mask.size() != size || mask.devicePixelRatio() != scale) {
        mask = QPixmap(size);
        mask.setDevicePixelRatio(scale);
        mask.fill(Qt::transparent);
        QPainter blockPainter(&mask);
        blockPainter.setRenderHint(QPainter::Antialiasing);
        drawMask(blockPainter, QRectF({}, cell.rect.size()), cell.inActiveBlock);
    }
    painter.drawPixmap(cell.rect.topLeft(), mask);
}

void CellPainter::drawMask(QPainter& painter, const QRectF& rect, bool inActiveBlock) const
{
    const QColor ink = m_palette.color(QPalette::Text);
    painter.setPen(inActiveBlock ? QPen(withAlpha(m_palette.color(QPalette::Highlight), 0.9), 1) : QPen(Qt::NoPen));
    painter.setBrush(withAlpha(ink, inActiveBlock ? 0.20 : 0.09));
    painter.drawRoundedRect(rect.adjusted(2, 4, -2, -4), Radius, Radius);
}

void CellPainter::paintText(QPainter& painter, const Cell& cell)
{
    const QRectF frame = cell.rect.adjusted(0.5, 1.5, -0.5, -1.5);
    const QColor highlight = m_palette.color(QPalette::Highlight);
    switch (cell.position.state) {
    case PositionState::New:
        painter.setPen(Qt::NoPen);
        painter.setBrush(withAlpha(highlight, 0.28));
        painter.drawRoundedRect(frame, Radius, Radius);
        break;
    case PositionState::Changed:
        painter.setPen(QPen(highlight, 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(frame, Radius, Radius);
        break;
    case PositionState::Fixed:
        painter.setPen(QPen(withAlpha(m_palette.color(QPalette::Text), 0.5), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(frame, Radius, Radius);
        break;
    case PositionState::Masked:
    case PositionState::Settled:
        break;
    }

    const QString text = displayText(cell.content);
    if (text.isEmpty())
        return;
    if (m_texts.size() > MostTexts)
        m_texts.clear();
    QStaticText& shaped = m_texts[text];
    if (shaped.text().isEmpty()) {
        shaped.setText(text);
        shaped.setTextFormat(Qt::PlainText);
        shaped.prepare(QTransform(), m_font);
    }
    const bool structure =
        cell.content.kind == CanvasCell::Kind::Special || cell.content.text.contains(QLatin1Char('\n'));
    painter.setPen(m_palette.color(structure ? QPalette::PlaceholderText : QPalette::Text));
    const QSizeF size = shaped.size();
    const qreal top = cell.rect.center().y() - size.height() / 2 - 1;
    const bool cut = size.width() > cell.rect.width();
    if (cut) {
        painter.save();
        painter.setClipRect(cell.rect);
    }
    painter.drawStaticText(QPointF(cell.rect.center().x() - (cut ? cell.rect.width() : size.width()) / 2, top), shaped);
    if (cut)
        painter.restore();
}

void CellPainter::paintConfidence(QPainter& painter, const Cell& cell) const
{
    if (cell.position.state == PositionState::Fixed)
        return;
    const qreal room = std::max<qreal>(cell.rect.width() - 4, 2);
    const double confidence = std::isfinite(cell.position.confidence) ? cell.position.confidence : 0;
    const qreal length = std::max<qreal>(room * std::clamp(confidence, 0.0, 1.0), 2);
    const QRectF bar(cell.rect.left() + 2, cell.rect.bottom() - BarHeight, length, BarHeight);
    painter.fillRect(bar, confidenceColor(confidence, m_palette));
}

} // namespace lacuna::widgets
