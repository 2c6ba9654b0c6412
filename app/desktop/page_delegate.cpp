// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/page_delegate.h"

#include <QPainter>

namespace lacuna::app {

namespace {

constexpr int SideSpace = 18;
constexpr int LineSpace = 9;
constexpr int Gap = 6; ///< between the tint and the edges of the sidebar

} // namespace

void PageDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QRectF box = QRectF(option.rect).adjusted(Gap, 1, -Gap, -1);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const bool isHovered = option.state.testFlag(QStyle::State_MouseOver);
    const QColor highlight = option.palette.color(QPalette::Highlight);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    if (isSelected || isHovered) {
        QColor tint = isSelected ? highlight : option.palette.color(QPalette::Text);
        tint.setAlphaF(isSelected ? 0.20f : 0.07f);
        painter->setBrush(tint);
        painter->drawRoundedRect(box, 5, 5);
    }
    if (isSelected) {
        painter->setBrush(highlight);
        painter->drawRoundedRect(QRectF(box.left(), box.top() + 6, 3, box.height() - 12), 1.5, 1.5);
    }
    if (isSelected && option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(highlight, 1.5));
        painter->drawRoundedRect(box.adjusted(1, 1, -1, -1), 5, 5);
    }
    painter->setPen(option.palette.color(QPalette::Text));
    painter->setFont(option.font);
    painter->drawText(option.rect.adjusted(SideSpace, 0, -SideSpace, 0), Qt::AlignVCenter | Qt::AlignLeft,
                      index.data().toString());
    painter->restore();
}

QSize PageDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QFontMetrics metrics(option.font);
    return {metrics.horizontalAdvance(index.data().toString()) + 2 * SideSpace, metrics.height() + 2 * LineSpace};
}

} // namespace lacuna::app
