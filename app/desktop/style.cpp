// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/style.h"

#include <QPainter>
#include <QPainterPath>
#include <QPlainTextEdit>
#include <QStyleOption>

namespace lacuna::app {

namespace {

constexpr qreal Radius = 3;

QColor mixed(const QColor& a, const QColor& b, float share)
{
    return QColor::fromRgbF(a.redF() * share + b.redF() * (1 - share), a.greenF() * share + b.greenF() * (1 - share),
                            a.blueF() * share + b.blueF() * (1 - share));
}

/// Of something to type into or to press.
QPen outline(const QStyleOption& option)
{
    if (option.state.testFlag(QStyle::State_HasFocus))
        return QPen(option.palette.color(QPalette::Highlight), 1.5);
    const QColor line = option.palette.color(QPalette::Mid);
    return QPen(
        option.state.testFlag(QStyle::State_Enabled) ? line : mixed(line, option.palette.color(QPalette::Window), 0.5f),
        1);
}

/// Of something that only stands there: a table, a text to read.
QPen softOutline(const QStyleOption& option)
{
    if (option.state.testFlag(QStyle::State_HasFocus))
        return QPen(option.palette.color(QPalette::Highlight), 1.5);
    return QPen(mixed(option.palette.color(QPalette::Mid), option.palette.color(QPalette::Window), 0.45f), 1);
}

/// Half a pixel in, so that a line of one pixel covers one row of pixels.
QRectF lineRect(const QRect& rect)
{
    return QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5);
}

void paintButton(const QStyleOption& option, QPainter& painter)
{
    const bool pressed = option.state.testFlag(QStyle::State_Sunken) || option.state.testFlag(QStyle::State_On);
    const bool hovered = option.state.testFlag(QStyle::State_Enabled) && option.state.testFlag(QStyle::State_MouseOver);
    const QColor face = option.palette.color(QPalette::Button);
    const QColor text = option.palette.color(QPalette::ButtonText);
    painter.setBrush(pressed ? mixed(text, face, 0.16f) : hovered ? mixed(text, face, 0.07f) : face);
    painter.setPen(outline(option));
    painter.drawRoundedRect(lineRect(option.rect), Radius, Radius);
}

void paintCheckBox(const QStyleOption& option, QPainter& painter)
{
    const bool on = option.state.testFlag(QStyle::State_On);
    const bool enabled = option.state.testFlag(QStyle::State_Enabled);
    const QRectF box = lineRect(option.rect);
    const QColor fill = enabled ? option.palette.color(QPalette::Highlight) : option.palette.color(QPalette::Mid);
    painter.setPen(on ? QPen(fill) : outline(option));
    painter.setBrush(on ? fill : option.palette.color(QPalette::Base));
    painter.drawRoundedRect(box, Radius, Radius);
    if (!on)
        return;
    QPainterPath tick;
    tick.moveTo(box.left() + box.width() * 0.24, box.top() + box.height() * 0.54);
    tick.lineTo(box.left() + box.width() * 0.42, box.top() + box.height() * 0.72);
    tick.lineTo(box.left() + box.width() * 0.77, box.top() + box.height() * 0.30);
    painter.setPen(QPen(option.palette.color(QPalette::HighlightedText), 1.8));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(tick);
}

bool isForTyping(const QWidget* widget)
{
    const auto edit = qobject_cast<const QPlainTextEdit*>(widget);
    return edit && !edit->isReadOnly();
}

} // namespace

Style::Style()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    if (metric == PM_HeaderMargin)
        return 4; // titles begin about where the cells' texts begin
    return QProxyStyle::pixelMetric(metric, option, widget);
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                              const QWidget* widget) const
{
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_PushButton)
        result += QSize(18, 4);
    if (type == CT_ComboBox || type == CT_LineEdit || type == CT_SpinBox)
        result += QSize(6, 2);
    return result;
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const
{
    if (element != PE_PanelButtonCommand && element != PE_IndicatorCheckBox && element != PE_FrameLineEdit
        && element != PE_Frame) {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        return;
    }
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (element == PE_PanelButtonCommand) {
        paintButton(*option, *painter);
    } else if (element == PE_IndicatorCheckBox) {
        paintCheckBox(*option, *painter);
    } else {
        const bool isField = element == PE_FrameLineEdit || isForTyping(widget);
        painter->setPen(isField ? outline(*option) : softOutline(*option));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(lineRect(option->rect), Radius, Radius);
    }
    painter->restore();
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                               const QWidget* widget) const
{
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control != CC_SpinBox)
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(outline(*option));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(lineRect(option->rect.adjusted(0, 1, 0, -1)), Radius, Radius);
    painter->restore();
}

} // namespace lacuna::app
