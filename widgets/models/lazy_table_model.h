// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/lazy_table.h"

#include <QAbstractTableModel>

#include <memory>
#include <optional>
#include <vector>

namespace lacuna::models {

/// Shows a LazyTable, all of it or chosen rows in a chosen order. Keeps row numbers at most, never the cells.
class LazyTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setTable(std::shared_ptr<const LazyTable> table); ///< null: an empty model; all rows are shown
    const std::shared_ptr<const LazyTable>& table() const { return m_table; }
    void setRows(std::optional<std::vector<int>> rows); ///< what to show, see findRows(); nothing: all
    int tableRow(int row) const { return m_rows ? (*m_rows)[size_t(row)] : row; }
    int modelRow(int tableRow) const; ///< -1 where it is not shown

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// Asks for the rows in this order; they come by setRows() when they have been found.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

Q_SIGNALS:
    void sortRequested(int column, Qt::SortOrder order);

private:
    std::shared_ptr<const LazyTable> m_table;
    std::optional<std::vector<int>> m_rows;
};

} // namespace lacuna::models
