// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/cell_delegate.h"

#include <QApplication>
#include <QPainter>

namespace lacuna::widgets {

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QString text = cell.text;
    cell.text.clear(); // the style paints selection and focus
    const QStyle* style = cell.widget ? cell.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);

    const bool isActive = cell.state.testFlag(QStyle::State_Active);
    const bool isSelected = cell.state.testFlag(QStyle::State_Selected);
    painter->setPen(cell.palette.color(isActive ? QPalette::Active : QPalette::Inactive,
                                       isSelected ? QPalette::HighlightedText : QPalette::Text));
    painter->setFont(cell.font);
    const QRect place = cell.rect.adjusted(Padding, 0, -Padding, 0);
    painter->drawText(place, int(cell.displayAlignment) | Qt::TextSingleLine,
                      cell.fontMetrics.elidedText(text, cell.textElideMode, place.width()));
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return {QStyledItemDelegate::sizeHint(option, index).width() + 2 * Padding, rowHeight(option.fontMetrics)};
}

} // namespace lacuna::widgets
