// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"
#include "widgets/models/lazy_table.h"

#include <QCoreApplication>

#include <memory>

namespace lacuna::models {

/// The merges of a byte-pair vocabulary, in their order: rank, left part, right part, and the token that they make.
class MergeTable : public LazyTable {
    Q_DECLARE_TR_FUNCTIONS(MergeTable)
public:
    enum Column { Rank, Left, Right, Result, ColumnCount };
    static constexpr quint64 s_mostRows = 1 << 24; ///< as TokenTable::s_mostRows

    /// Null where the file has no tokenizer.ggml.merges.
    static std::shared_ptr<const MergeTable> create(std::shared_ptr<const gguf::File> file);

    int rows() const override { return int(std::min(m_merges.size(), s_mostRows)); }
    int columns() const override { return ColumnCount; }
    QString title(int column) const override;
    QString text(int row, int column) const override;
    SortKey sortKey(int row, int column) const override;
    bool isNumeric(int column) const override { return column == Rank; }

private:
    MergeTable(std::shared_ptr<const gguf::File> file, const gguf::Value& merges);

    std::shared_ptr<const gguf::File> m_file; ///< keeps the values alive
    gguf::Value m_merges;
};

} // namespace lacuna::models
