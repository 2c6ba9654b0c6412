// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/canvas_accessible.h"

#include "widgets/canvas/denoising_canvas.h"

namespace lacuna::widgets {

namespace {

QAccessibleInterface* makeInterface(const QString& className, QObject* object)
{
    Q_UNUSED(className)
    auto canvas = qobject_cast<DenoisingCanvas*>(object);
    return canvas ? new CanvasAccessible(canvas) : nullptr;
}

} // namespace

void CanvasAccessible::install()
{
    static const bool isInstalled = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(isInstalled)
}

CanvasAccessible::CanvasAccessible(DenoisingCanvas* canvas)
    : QAccessibleWidget(canvas, QAccessible::EditableText)
{
}

DenoisingCanvas& CanvasAccessible::canvas() const
{
    return *static_cast<DenoisingCanvas*>(widget());
}

void* CanvasAccessible::interface_cast(QAccessible::InterfaceType type)
{
    return type == QAccessible::TextInterface ? static_cast<QAccessibleTextInterface*>(this)
                                              : QAccessibleWidget::interface_cast(type);
}

QString CanvasAccessible::text(QAccessible::Text kind) const
{
    if (kind == QAccessible::Value)
        return canvas().text();
    if (kind == QAccessible::Description)
        return canvas().cellDescription(canvas().selectedPosition());
    return QAccessibleWidget::text(kind);
}

QAccessible::State CanvasAccessible::state() const
{
    QAccessible::State state = QAccessibleWidget::state();
    state.readOnly = true;
    state.multiLine = true;
    return state;
}

void CanvasAccessible::selection(int index, int* start, int* end) const
{
    const int selected = canvas().selectedPosition();
    const bool any = index == 0 && selected >= 0;
    *start = any ? canvas().textOffset(selected) : 0;
    *end = any ? canvas().textOffset(selected + 1) : 0;
}

int CanvasAccessible::selectionCount() const
{
    return canvas().selectedPosition() >= 0 ? 1 : 0;
}

void CanvasAccessible::setSelection(int index, int start, int end)
{
    Q_UNUSED(end)
    if (index == 0)
        setCursorPosition(start);
}

int CanvasAccessible::cursorPosition() const
{
    return canvas().textOffset(std::max(canvas().selectedPosition(), 0));
}

void CanvasAccessible::setCursorPosition(int offset)
{
    canvas().setSelectedPosition(canvas().positionAtOffset(offset));
}

QString CanvasAccessible::text(int start, int end) const
{
    return canvas().text().mid(start, end - start);
}

int CanvasAccessible::characterCount() const
{
    return int(canvas().text().size());
}

QRect CanvasAccessible::characterRect(int offset) const
{
    const QRect rect = canvas().cellRect(canvas().positionAtOffset(offset));
    return rect.isEmpty() ? QRect() : QRect(canvas().viewport()->mapToGlobal(rect.topLeft()), rect.size());
}

int CanvasAccessible::offsetAtPoint(const QPoint& screenPoint) const
{
    const int position = canvas().positionAt(canvas().viewport()->mapFromGlobal(screenPoint));
    return position >= 0 ? canvas().textOffset(position) : -1;
}

void CanvasAccessible::scrollToSubstring(int start, int end)
{
    Q_UNUSED(end)
    setCursorPosition(start); // which scrolls there
}

QString CanvasAccessible::attributes(int offset, int* start, int* end) const
{
    const int position = canvas().positionAtOffset(offset);
    *start = position >= 0 ? canvas().textOffset(position) : 0;
    *end = position >= 0 ? canvas().textOffset(position + 1) : characterCount();
    return {};
}

} // namespace lacuna::widgets
