// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/row_query.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>

namespace lacuna::models {

namespace {

bool matches(const LazyTable& table, int row, const QString& text)
{
    for (int column = 0; column < table.columns(); ++column) {
        if (table.text(row, column).contains(text, Qt::CaseInsensitive))
            return true;
    }
    return false;
}

/// Keys are made once for each row, not for each comparison.
void sortRows(std::vector<int>& rows, const LazyTable& table, const RowQuery& query)
{
    std::vector<LazyTable::SortKey> keys;
    keys.reserve(rows.size());
    for (const int row : rows)
        keys.push_back(table.sortKey(row, query.sortColumn));
    std::vector<size_t> places(rows.size());
    std::iota(places.begin(), places.end(), size_t(0));
    std::stable_sort(places.begin(), places.end(), [&](size_t a, size_t b) {
        return query.order == Qt::AscendingOrder ? keys[a] < keys[b] : keys[b] < keys[a];
    });
    std::vector<int> sorted;
    sorted.reserve(rows.size());
    for (const size_t place : places)
        sorted.push_back(rows[place]);
    rows = std::move(sorted);
}

} // namespace

Result<std::vector<int>> findRows(const LazyTable& table, const RowQuery& query, std::stop_token stop)
{
    constexpr int rowsBetweenLooks = 1024;
    std::vector<int> rows;
    for (int row = 0; row < table.rows(); ++row) {
        if (row % rowsBetweenLooks == 0 && stop.stop_requested())
            break;
        if (query.text.isEmpty() || matches(table, row, query.text))
            rows.push_back(row);
    }
    if (query.sortColumn >= 0 && !stop.stop_requested())
        sortRows(rows, table, query);
    if (stop.stop_requested())
        return failure(Error::Code::Cancelled, QCoreApplication::translate("RowQuery", "The search was stopped."));
    return rows;
}

} // namespace lacuna::models
