// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QAccessibleWidget>

namespace lacuna::widgets {

class DenoisingCanvas;

/// The canvas as a screen reader meets it: read-only text, in which masks are "░", with the cursor at the selected cell
/// and that cell's facts as the description.
class CanvasAccessible : public QAccessibleWidget, public QAccessibleTextInterface {
public:
    static void install(); ///< makes Qt use it for every canvas; needed once

    explicit CanvasAccessible(DenoisingCanvas* canvas);

    void* interface_cast(QAccessible::InterfaceType type) override;
    QString text(QAccessible::Text kind) const override;
    QAccessible::State state() const override;

    void selection(int index, int* start, int* end) const override;
    int selectionCount() const override;
    void addSelection(int, int) override { }
    void removeSelection(int) override { }
    void setSelection(int index, int start, int end) override;
    int cursorPosition() const override;
    void setCursorPosition(int offset) override;
    QString text(int start, int end) const override;
    int characterCount() const override;
    QRect characterRect(int offset) const override;
    int offsetAtPoint(const QPoint& screenPoint) const override;
    void scrollToSubstring(int start, int end) override;
    QString attributes(int offset, int* start, int* end) const override;

private:
    DenoisingCanvas& canvas() const;
};

} // namespace lacuna::widgets
