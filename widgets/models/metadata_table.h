// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"
#include "widgets/models/lazy_table.h"

#include <QCoreApplication>

#include <memory>

namespace lacuna::models {

/// The metadata of a file: key, type, value, with what a number stands for.
class MetadataTable : public LazyTable {
    Q_DECLARE_TR_FUNCTIONS(MetadataTable)
public:
    enum Column { Key, Type, Value, ColumnCount };

    explicit MetadataTable(std::shared_ptr<const gguf::File> file);

    const gguf::KeyValue& entry(int row) const { return m_file->metadata()[size_t(row)]; }

    int rows() const override;
    int columns() const override { return ColumnCount; }
    QString title(int column) const override;
    QString text(int row, int column) const override;
    QString fullText(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    SortKey sortKey(int row, int column) const override;

private:
    std::shared_ptr<const gguf::File> m_file;
};

} // namespace lacuna::models
