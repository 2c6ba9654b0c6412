// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QAbstractItemView;
class QHeaderView;
class QTableView;

namespace lacuna::widgets {

/// The tables of the browser alike: whole rows are selected, Tab leaves the table, rows are low and of one height, a
/// click on a title sorts (a third one gives the file's order back), Copy takes the selected rows.
void setUpTable(QTableView* view);
void setUpItemView(QAbstractItemView* view, QHeaderView* header);

/// Rows as high as the view's font needs; again after each change of it.
void fitRowHeight(QTableView* view);

/// Column widths in characters, the last one takes what is left. (Fitting widths to contents would read every row.)
void setColumnWidths(QHeaderView* header, const QList<int>& characters);

/// The selected rows as lines of tab-separated cells, as models::FullTextRole has them, to the clipboard.
void copySelection(const QAbstractItemView* view);

} // namespace lacuna::widgets
