// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <variant>

namespace lacuna::models {

/// A table whose cells are made from the mapped file each time they are asked for. Immutable, and safe to read from
/// several threads, so that searching and sorting can be done away from the GUI thread.
class LazyTable {
public:
    /// Numbers sort before text.
    using SortKey = std::variant<double, QString>;

    virtual ~LazyTable() = default;

    virtual int rows() const = 0;
    virtual int columns() const = 0;
    virtual QString title(int column) const = 0;
    virtual QString text(int row, int column) const = 0; ///< for display: one line, cut where it is long
    virtual QString fullText(int row, int column) const { return text(row, column); } ///< for copying: nothing cut
    virtual QString toolTip(int row, int column) const
    {
        Q_UNUSED(row)
        Q_UNUSED(column)
        return {};
    }
    virtual SortKey sortKey(int row, int column) const { return text(row, column); }
    virtual bool isNumeric(int column) const
    {
        Q_UNUSED(column)
        return false;
    }
};

} // namespace lacuna::models
