// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace lacuna::widgets {

/// Messages that lie over the upper or the lower edge of a page, one below the other. They may come at any time, so
/// they must not move what is under the pointer: the next click would hit something else.
class FloatingColumn : public QWidget {
    Q_OBJECT
public:
    enum class Edge { Top, Bottom };

    FloatingColumn(QWidget* host, Edge edge);

    void add(QWidget* bar); ///< takes its place when it is shown

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void place();
    int topBelowOthers() const;

    Edge m_edge;
    QVBoxLayout* m_bars;
};

} // namespace lacuna::widgets
