// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/floating_column.h"

#include <QEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace lacuna::widgets {

namespace {

constexpr int Margin = 8; ///< between the host's edges and the messages
constexpr int Spacing = 6;

} // namespace

FloatingColumn::FloatingColumn(QWidget* host, Edge edge)
    : QWidget(host)
    , m_edge(edge)
    , m_bars(new QVBoxLayout(this))
{
    m_bars->setContentsMargins(0, 0, 0, 0);
    m_bars->setSpacing(Spacing);
    host->installEventFilter(this);
    hide();
}

void FloatingColumn::add(QWidget* bar)
{
    const bool wasHidden = bar->isHidden();
    m_bars->addWidget(bar);
    bar->setHidden(wasHidden);
    bar->installEventFilter(this);
}

bool FloatingColumn::event(QEvent* event)
{
    const bool done = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest)
        place();
    return done;
}

bool FloatingColumn::eventFilter(QObject* object, QEvent* event)
{
    const auto type = event->type();
    if (object == parent() ? type == QEvent::Resize : type == QEvent::ShowToParent || type == QEvent::HideToParent)
        place();
    return QWidget::eventFilter(object, event);
}

void FloatingColumn::place()
{
    bool any = false;
    for (int i = 0; i < m_bars->count(); ++i)
        any = any || !m_bars->itemAt(i)->widget()->isHidden();
    if (any) {
        const QSize room = parentWidget()->size() - QSize(2 * Margin, 2 * Margin);
        const int height =
            m_bars->hasHeightForWidth() ? m_bars->totalHeightForWidth(room.width()) : m_bars->totalSizeHint().height();
        const int y = m_edge == Edge::Top ? topBelowOthers() : Margin + std::max(0, room.height() - height);
        setGeometry(Margin, y, room.width(), height);
        raise();
    }
    setVisible(any);
    const QList<FloatingColumn*> inner = parentWidget()->findChildren<FloatingColumn*>();
    for (FloatingColumn* column : inner) {
        if (column->parentWidget() != parentWidget() && column->isVisible() && column->m_edge == m_edge)
            column->place();
    }
}

/// Those of the window come first, then those of a part of it.
int FloatingColumn::topBelowOthers() const
{
    int top = Margin;
    const QList<FloatingColumn*> all = window()->findChildren<FloatingColumn*>();
    for (const FloatingColumn* other : all) {
        const bool isOuter = other != this && other->parentWidget()->isAncestorOf(parentWidget());
        if (isOuter && other->m_edge == m_edge && other->isVisible())
            top = std::max(top,
                           other->mapTo(window(), QPoint(0, other->height() + Spacing)).y()
                               - parentWidget()->mapTo(window(), QPoint()).y());
    }
    return top;
}

} // namespace lacuna::widgets
