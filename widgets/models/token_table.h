// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"
#include "widgets/models/lazy_table.h"

#include <QCoreApplication>

#include <memory>
#include <optional>

namespace lacuna::models {

/// The vocabulary of a file: id, token as it is stored, the text that it stands for, type, score. Types and scores of
/// tokens for which the file has none are empty.
class TokenTable : public LazyTable {
    Q_DECLARE_TR_FUNCTIONS(TokenTable)
public:
    enum Column { Id, Token, Text, Type, Score, ColumnCount };
    /// Rows shown at most: more than any vocabulary, and what a view can handle. All are in the metadata's arrays.
    static constexpr quint64 s_mostRows = 1 << 24;

    /// Null where the file has no tokenizer.ggml.tokens.
    static std::shared_ptr<const TokenTable> create(std::shared_ptr<const gguf::File> file);

    int rows() const override { return int(std::min(m_tokens.size(), s_mostRows)); }
    int columns() const override { return ColumnCount; }
    QString title(int column) const override;
    QString text(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    SortKey sortKey(int row, int column) const override;
    bool isNumeric(int column) const override { return column == Id || column == Score; }

private:
    enum class Spelling { Plain, ByteAlphabet, SentencePiece };

    TokenTable(std::shared_ptr<const gguf::File> file, const gguf::Value& tokens);
    QByteArrayView token(int row) const;
    QString spelledOut(QByteArrayView token) const;

    std::shared_ptr<const gguf::File> m_file; ///< keeps the values alive
    gguf::Value m_tokens;
    std::optional<gguf::Value> m_types;
    std::optional<gguf::Value> m_scores;
    Spelling m_spelling = Spelling::Plain;
};

} // namespace lacuna::models
