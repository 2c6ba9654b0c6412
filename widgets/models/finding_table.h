// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"
#include "widgets/models/lazy_table.h"

#include <QCoreApplication>

#include <memory>

namespace lacuna::models {

/// What the check of a file's structure has seen: how bad, where, what.
class FindingTable : public LazyTable {
    Q_DECLARE_TR_FUNCTIONS(FindingTable)
public:
    enum Column { Severity, Offset, Shard, Text, ColumnCount };

    explicit FindingTable(std::shared_ptr<const gguf::File> file);

    int rows() const override;
    int columns() const override { return ColumnCount; }
    QString title(int column) const override;
    QString text(int row, int column) const override;
    QString fullText(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    SortKey sortKey(int row, int column) const override;
    bool isNumeric(int column) const override { return column == Offset || column == Shard; }

private:
    const gguf::Finding& finding(int row) const { return m_file->findings()[size_t(row)]; }

    std::shared_ptr<const gguf::File> m_file;
};

} // namespace lacuna::models
