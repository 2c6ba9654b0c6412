// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

namespace lacuna::widgets {

/// Scrolls up and down, and is not narrower than its content, so that nothing is cut off on the right. Where that would
/// take much of a small screen (large text), it may be narrower, and scrolls sideways too.
class VerticalScrollArea : public QScrollArea {
    Q_OBJECT
public:
    explicit VerticalScrollArea(QWidget* parent = nullptr)
        : QScrollArea(parent)
    {
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setFocusPolicy(Qt::NoFocus);
    }

    QSize minimumSizeHint() const override
    {
        const int most = screen()->availableGeometry().width() * 3 / 10;
        return {std::min(contentWidth(), most), QScrollArea::minimumSizeHint().height()};
    }

protected:
    /// The least width at which nothing scrolls sideways, in pixels.
    int contentWidth() const
    {
        const int content = widget() ? widget()->minimumSizeHint().width() : 0;
        return content + verticalScrollBar()->sizeHint().width();
    }

    bool eventFilter(QObject* object, QEvent* event) override
    {
        if (object == widget() && event->type() == QEvent::LayoutRequest)
            updateGeometry(); // the content may need another width now
        return QScrollArea::eventFilter(object, event);
    }
};

} // namespace lacuna::widgets
