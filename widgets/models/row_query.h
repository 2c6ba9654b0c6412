// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "widgets/models/lazy_table.h"

#include <stop_token>
#include <vector>

namespace lacuna::models {

/// Which rows of a table to show, and in which order.
struct RowQuery {
    QString text; ///< rows that have it in a cell, whatever the case; empty: all
    int sortColumn = -1; ///< -1: the table's own order
    Qt::SortOrder order = Qt::AscendingOrder;

    bool isTrivial() const { return text.isEmpty() && sortColumn < 0; }
};

/// The numbers of these rows. Rows that are equal keep the table's order. Error: Cancelled.
Result<std::vector<int>> findRows(const LazyTable& table, const RowQuery& query, std::stop_token stop = {});

} // namespace lacuna::models
