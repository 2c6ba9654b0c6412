// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tokenizer/vocabulary.h"

#include <QByteArrayView>
#include <QHash>
#include <QStringList>

#include <span>
#include <vector>

namespace lacuna::tokenizer {

/// Byte-pair merging: which two neighbouring tokens become one, and in which order.
class MergeTable {
public:
    MergeTable() = default;
    /// `merges`: "left right" in order of rank. Those that name no token of the vocabulary, or whose result is a
    /// control token, are skipped with a warning.
    MergeTable(std::span<const QByteArrayView> merges, const Vocabulary& vocabulary, QStringList& warnings);

    /// Merges the bytes of one piece of text as far as it goes, lowest rank first, leftmost first among equals, and
    /// appends the tokens. Time: n log n. Bytes without a token are left out.
    void encode(QByteArrayView piece, const Vocabulary& vocabulary, std::vector<TokenId>& ids) const;

private:
    struct Merge {
        qint32 rank = 0;
        TokenId result = -1;
    };
    static quint64 key(TokenId left, TokenId right);

    QHash<quint64, Merge> m_merges;
};

} // namespace lacuna::tokenizer
