// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/lazy_table_model.h"

#include "widgets/models/formatting.h"
#include "widgets/models/roles.h"

#include <algorithm>

namespace lacuna::models {

void LazyTableModel::setTable(std::shared_ptr<const LazyTable> table)
{
    beginResetModel();
    m_table = std::move(table);
    m_rows.reset();
    endResetModel();
}

void LazyTableModel::setRows(std::optional<std::vector<int>> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int LazyTableModel::modelRow(int tableRow) const
{
    if (!m_rows)
        return tableRow < rowCount() ? tableRow : -1;
    const auto found = std::find(m_rows->begin(), m_rows->end(), tableRow);
    return found == m_rows->end() ? -1 : int(found - m_rows->begin());
}

int LazyTableModel::rowCount(const QModelIndex& parent) const
{
    if (parent.isValid() || !m_table)
        return 0;
    return m_rows ? int(m_rows->size()) : m_table->rows();
}

int LazyTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_table ? 0 : m_table->columns();
}

QVariant LazyTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int row = tableRow(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return m_table->text(row, index.column());
    case Qt::ToolTipRole:
        return plainToolTip(m_table->toolTip(row, index.column()));
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (m_table->isNumeric(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    case FullTextRole:
        return m_table->fullText(row, index.column());
    default:
        return {};
    }
}

QVariant LazyTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || !m_table || section < 0 || section >= m_table->columns())
        return {};
    if (role == Qt::DisplayRole)
        return m_table->title(section);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (m_table->isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

void LazyTableModel::sort(int column, Qt::SortOrder order)
{
    Q_EMIT sortRequested(column, order);
}

} // namespace lacuna::models
