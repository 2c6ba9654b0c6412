// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"
#include "widgets/models/lazy_table.h"

#include <QByteArray>
#include <QCoreApplication>

#include <memory>

namespace lacuna::models {

/// One page of an array in the metadata: index, value, what a number stands for. Pages keep views of arrays of any
/// length small and their row numbers within an int.
class ArrayTable : public LazyTable {
    Q_DECLARE_TR_FUNCTIONS(ArrayTable)
public:
    enum Column { Index, Value, ColumnCount };
    static constexpr quint64 s_pageRows = 1000;

    /// Elements s_pageRows × page and up, of `array`, a value of `file` that belongs to `key`. Pages beyond the end are
    /// empty.
    ArrayTable(std::shared_ptr<const gguf::File> file, const QByteArray& key, const gguf::Value& array, quint64 page);

    static quint64 pages(const gguf::Value& array); ///< at least 1

    quint64 first() const { return m_first; }
    gguf::Value element(int row) const { return m_array.at(m_first + quint64(row)); }

    int rows() const override { return m_rows; }
    int columns() const override { return ColumnCount; }
    QString title(int column) const override;
    QString text(int row, int column) const override;
    QString fullText(int row, int column) const override;
    SortKey sortKey(int row, int column) const override;
    bool isNumeric(int column) const override { return column == Index; }

private:
    std::shared_ptr<const gguf::File> m_file;
    QByteArray m_key;
    gguf::Value m_array;
    quint64 m_first;
    int m_rows;
};

} // namespace lacuna::models
