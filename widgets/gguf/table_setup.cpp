// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gguf/table_setup.h"

#include "widgets/common/cell_delegate.h"
#include "widgets/models/roles.h"

#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QHeaderView>
#include <QTableView>

#include <algorithm>

namespace lacuna::widgets {

void setUpItemView(QAbstractItemView* view, QHeaderView* header)
{
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setAlternatingRowColors(true);
    view->setItemDelegate(new CellDelegate(view));
    view->setTabKeyNavigation(false);
    view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->setTextElideMode(Qt::ElideRight);
    header->setSortIndicatorClearable(true);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    header->setHighlightSections(false);
    header->setStretchLastSection(true);
    header->setSectionsClickable(true);

    auto copy = new QAction(QCoreApplication::translate("TableSetup", "Copy"), view);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    QObject::connect(copy, &QAction::triggered, view, [view] { copySelection(view); });
    view->addAction(copy);
    view->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void setUpTable(QTableView* view)
{
    setUpItemView(view, view->horizontalHeader());
    view->setSortingEnabled(true);
    view->setShowGrid(false);
    view->setWordWrap(false);
    view->verticalHeader()->hide();
    view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view->verticalHeader()->setMinimumSectionSize(1); // not what a header's own margins ask for
    fitRowHeight(view);
}

void fitRowHeight(QTableView* view)
{
    view->verticalHeader()->setDefaultSectionSize(CellDelegate::rowHeight(QFontMetrics(view->font())));
}

void setColumnWidths(QHeaderView* header, const QList<int>& characters)
{
    const int width = QFontMetrics(header->font()).averageCharWidth();
    for (int i = 0; i < std::min(int(characters.size()), header->count()); ++i)
        header->resizeSection(i, characters[i] * width + 16);
}

void copySelection(const QAbstractItemView* view)
{
    if (!view->selectionModel())
        return;
    QModelIndexList rows = view->selectionModel()->selectedRows();
    const auto path = [](const QModelIndex& index) {
        return std::pair(index.parent().isValid() ? index.parent().row() : index.row(),
                         index.parent().isValid() ? index.row() : -1);
    };
    std::sort(rows.begin(), rows.end(),
              [&path](const QModelIndex& a, const QModelIndex& b) { return path(a) < path(b); });
    QString text;
    for (const QModelIndex& row : rows) {
        for (int column = 0; column < view->model()->columnCount(row.parent()); ++column) {
            if (column > 0)
                text += u'\t';
            text += row.siblingAtColumn(column).data(models::FullTextRole).toString();
        }
        text += u'\n';
    }
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

} // namespace lacuna::widgets
