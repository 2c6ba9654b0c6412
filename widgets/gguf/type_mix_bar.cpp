// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gguf/type_mix_bar.h"

#include "widgets/models/formatting.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <array>

namespace lacuna::widgets {

namespace {

constexpr int s_barHeight = 12;
constexpr int s_gap = 6;
constexpr int s_swatch = 9;

/// Hues in an order in which neighbours differ in lightness too.
QColor partColor(size_t part, const QPalette& palette)
{
    static constexpr std::array<QRgb, 6> light {0xff1f66b0, 0xffe0a030, 0xff2f8f6b, 0xff9a5fb5, 0xffc2553f, 0xff5f6b78};
    static constexpr std::array<QRgb, 6> dark {0xff5a9fe0, 0xffe8b75a, 0xff58b894, 0xffb98bd0, 0xffdf7f69, 0xff97a3b0};
    const bool isDark = palette.color(QPalette::Base).lightness() < 128;
    return QColor::fromRgb((isDark ? dark : light)[std::min(part, light.size() - 1)]);
}

} // namespace

TypeMixBar::TypeMixBar(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Quantisation mix"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TypeMixBar::setTypes(std::vector<gguf::TypeShare> types)
{
    m_types = std::move(types);
    m_bytes = 0;
    for (const gguf::TypeShare& share : m_types)
        m_bytes += double(share.bytes);
    setVisible(!m_types.empty());
    setAccessibleDescription(description());
    update();
}

QString TypeMixBar::shareText(const gguf::TypeShare& share) const
{
    const double part = m_bytes > 0 ? double(share.bytes) / m_bytes : 0;
    const QString percent = part > 0 && part < 0.005 ? tr("< 1 %") : models::formatPercent(part);
    return tr("%1 %2", "type, share of the bytes").arg(quant::typeName(share.typeId), percent);
}

QString TypeMixBar::description() const
{
    QStringList parts;
    for (const gguf::TypeShare& share : m_types)
        parts << shareText(share);
    return parts.join(QStringLiteral(", "));
}

QSize TypeMixBar::sizeHint() const
{
    return {400, s_barHeight + s_gap + fontMetrics().height()};
}

std::vector<QRectF> TypeMixBar::segments() const
{
    std::vector<QRectF> parts;
    qreal left = 0;
    for (const gguf::TypeShare& share : m_types) {
        const qreal size = m_bytes > 0 ? width() * double(share.bytes) / m_bytes : 0;
        parts.emplace_back(left, 0, size, s_barHeight);
        left += size;
    }
    return parts;
}

bool TypeMixBar::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto help = static_cast<QHelpEvent*>(event);
        QStringList lines;
        for (const gguf::TypeShare& share : m_types) {
            lines << tr("%1: tensors %2, elements %3, %4")
                         .arg(shareText(share), models::formatCount(share.tensors), models::formatCount(share.elements),
                              models::formatBytes(share.bytes));
        }
        QToolTip::showText(help->globalPos(), lines.join(u'\n'), this);
        return true;
    }
    return QWidget::event(event);
}

void TypeMixBar::paintEvent(QPaintEvent* event)
{
    Q_UNUSED(event)
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath outline;
    outline.addRoundedRect(QRectF(0, 0, width(), s_barHeight), 3, 3);
    painter.setClipPath(outline);
    painter.fillRect(QRect(0, 0, width(), s_barHeight), palette().color(QPalette::Mid));
    const auto parts = segments();
    for (size_t i = 0; i < parts.size(); ++i)
        painter.fillRect(parts[i], partColor(i, palette()));
    painter.setClipping(false);
    paintLegend(painter, s_barHeight + s_gap);
}

void TypeMixBar::paintLegend(QPainter& painter, qreal top) const
{
    const QFontMetrics metrics = fontMetrics();
    qreal left = 0;
    for (size_t i = 0; i < m_types.size(); ++i) {
        const QString text = shareText(m_types[i]);
        const int needed = s_swatch + 5 + metrics.horizontalAdvance(text);
        if (left + needed > width()) {
            painter.setPen(palette().color(QPalette::PlaceholderText));
            painter.drawText(QPointF(left, top + metrics.ascent()), QStringLiteral("…"));
            return;
        }
        painter.fillRect(QRectF(left, top + (metrics.height() - s_swatch) / 2.0, s_swatch, s_swatch),
                         partColor(i, palette()));
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(QPointF(left + s_swatch + 5, top + metrics.ascent()), text);
        left += needed + 16;
    }
}

} // namespace lacuna::widgets
