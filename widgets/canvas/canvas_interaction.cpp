// SPDX-License-Identifier: GPL-3.0-or-later
// How pointer and keyboard look at the cells of DenoisingCanvas.
#include "widgets/canvas/denoising_canvas.h"

#include "widgets/canvas/cell_facts.h"
#include "widgets/models/formatting.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>

namespace lacuna::widgets {

int DenoisingCanvas::positionAt(QPoint viewportPoint) const
{
    return m_layout.cellAt(QPointF(viewportPoint) - origin());
}

void DenoisingCanvas::setSelectedPosition(int position)
{
    if (position < -1 || position >= int(m_cells.size()) || position == m_selected)
        return;
    updateCell(m_selected);
    m_selected = position;
    updateCell(m_selected);
    ensureVisible(position);
    if (m_hovered < 0)
        Q_EMIT inspectedPositionChanged(position);
    QAccessibleTextCursorEvent moved(this, textOffset(std::max(position, 0)));
    QAccessible::updateAccessibility(&moved);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

void DenoisingCanvas::choose(int position)
{
    setSelectedPosition(position);
    if (m_selected >= 0)
        Q_EMIT positionChosen(m_selected);
}

void DenoisingCanvas::setHovered(int position)
{
    if (position == m_hovered)
        return;
    m_hovered = position;
    Q_EMIT inspectedPositionChanged(inspectedPosition());
}

void DenoisingCanvas::ensureVisible(int position)
{
    if (position < 0)
        return;
    const QRectF rect = m_layout.rects()[size_t(position)];
    QScrollBar* bar = verticalScrollBar();
    const int slack = int(style().lineHeight);
    if (rect.top() < bar->value())
        bar->setValue(int(rect.top()) - slack);
    else if (rect.bottom() + slack > bar->value() + viewport()->height())
        bar->setValue(int(rect.bottom()) + slack - viewport()->height());
}

void DenoisingCanvas::keyPressEvent(QKeyEvent* event)
{
    const int last = int(m_cells.size()) - 1;
    const auto select = [&](int position) {
        choose(std::clamp(position, 0, last));
    };
    if (last < 0) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left:
        select(m_selected < 0 ? last : m_selected - 1);
        break;
    case Qt::Key_Right:
        select(m_selected + 1);
        break;
    case Qt::Key_Up:
        select(m_layout.cellInNeighbourLine(m_selected, -1));
        break;
    case Qt::Key_Down:
        select(m_layout.cellInNeighbourLine(m_selected, 1));
        break;
    case Qt::Key_Home:
        select(0);
        break;
    case Qt::Key_End:
        select(last);
        break;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void DenoisingCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        choose(positionAt(event->position().toPoint()));
}

void DenoisingCanvas::mouseMoveEvent(QMouseEvent* event)
{
    setHovered(positionAt(event->position().toPoint()));
}

bool DenoisingCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        setHovered(-1);
    if (event->type() == QEvent::ToolTip) {
        const auto help = static_cast<QHelpEvent*>(event);
        const int position = positionAt(help->pos());
        QStringList lines;
        if (position >= 0 && m_pieces)
            lines = QStringList(positionTitle(*m_frame, position, m_pieces)) + positionFacts(*m_frame, position);
        QToolTip::showText(help->globalPos(), models::plainToolTip(lines.join(u'\n')), viewport(), cellRect(position));
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void DenoisingCanvas::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    if (m_selected < 0 && (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason))
        setSelectedPosition(0); // so that one sees where the keyboard is
    updateCell(m_selected);
}

void DenoisingCanvas::focusOutEvent(QFocusEvent* event)
{
    updateCell(m_selected);
    QAbstractScrollArea::focusOutEvent(event);
}

} // namespace lacuna::widgets
