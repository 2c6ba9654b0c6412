// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace lacuna::widgets {

/// Cells with some air around the text: right-aligned numbers would touch the text of the next column otherwise.
class CellDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    static constexpr int Padding = 6; ///< left and right of the text

    static int rowHeight(const QFontMetrics& metrics) { return metrics.height() + 6; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace lacuna::widgets
