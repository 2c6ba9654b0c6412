// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizer/merge_table.h"

#include <algorithm>
#include <limits>
#include <queue>
#include <tuple>

namespace lacuna::tokenizer {
namespace {

/// A token so far, in a list of neighbours.
struct Symbol {
    TokenId id;
    qsizetype previous; ///< -1: none
    qsizetype next; ///< -1: none
    qsizetype length; ///< in bytes, 0: merged into the one before
};

/// A merge that was possible when it was found.
struct Candidate {
    qint32 rank;
    TokenId result;
    qsizetype left; ///< index of a Symbol
    qsizetype right;
    qsizetype length; ///< of both, then: the merge is still possible if they have not grown

    /// So that std::priority_queue, which gives the greatest, gives the lowest rank and, of those, the leftmost.
    bool operator<(const Candidate& other) const { return std::tie(rank, left) > std::tie(other.rank, other.left); }
};

} // namespace

quint64 MergeTable::key(TokenId left, TokenId right)
{
    return (static_cast<quint64>(static_cast<quint32>(left)) << 32) | static_cast<quint32>(right);
}

MergeTable::MergeTable(std::span<const QByteArrayView> merges, const Vocabulary& vocabulary, QStringList& warnings)
{
    const size_t limit = std::min<size_t>(merges.size(), std::numeric_limits<qint32>::max());
    m_merges.reserve(static_cast<qsizetype>(limit));
    int skipped = 0;
    size_t firstSkipped = 0;
    QByteArray both;
    for (size_t rank = 0; rank < limit; ++rank) {
        const QByteArrayView text = merges[rank];
        // A name has no space in it, but may begin with one in damaged files: llama.cpp looks from the second byte on.
        const qsizetype space = text.size() > 1 ? text.indexOf(' ', 1) : -1;
        TokenId result = -1;
        TokenId left = -1;
        TokenId right = -1;
        if (space > 0) {
            left = vocabulary.find(text.first(space));
            right = vocabulary.find(text.sliced(space + 1));
            both.resize(0); // keeps the memory
            both.append(text.first(space)).append(text.sliced(space + 1));
            result = vocabulary.find(both);
        }
        if (left < 0 || right < 0 || result < 0 || vocabulary.isControl(result)) {
            if (skipped++ == 0)
                firstSkipped = rank;
            continue;
        }
        Merge& merge = m_merges[key(left, right)];
        if (merge.result < 0) // of two for one pair, the first counts
            merge = {static_cast<qint32>(rank), result};
    }
    if (skipped > 0) {
        warnings +=
            QStringLiteral("%1 merges name no tokens of the vocabulary and are skipped; the first is merge %2, \"%3\".")
                .arg(skipped)
                .arg(firstSkipped)
                .arg(gguf::escaped(merges[firstSkipped].first(std::min<qsizetype>(merges[firstSkipped].size(), 80))));
    }
}

void MergeTable::encode(QByteArrayView piece, const Vocabulary& vocabulary, std::vector<TokenId>& ids) const
{
    std::vector<Symbol> symbols;
    symbols.reserve(static_cast<size_t>(piece.size()));
    for (qsizetype at = 0; at < piece.size(); ++at)
        symbols.push_back({vocabulary.byteToken(piece[at]), at - 1, at + 1 < piece.size() ? at + 1 : -1, 1});

    std::priority_queue<Candidate> candidates;
    const auto symbol = [&symbols](qsizetype index) -> Symbol& {
        return symbols[static_cast<size_t>(index)];
    };
    const auto consider = [&](qsizetype left, qsizetype right) {
        if (left < 0 || right < 0)
            return;
        const auto merge = m_merges.constFind(key(symbol(left).id, symbol(right).id));
        if (merge != m_merges.constEnd())
            candidates.push({merge->rank, merge->result, left, right, symbol(left).length + symbol(right).length});
    };
    for (qsizetype right = 1; right < piece.size(); ++right)
        consider(right - 1, right);

    while (!candidates.empty()) {
        const Candidate best = candidates.top();
        candidates.pop();
        Symbol& left = symbol(best.left);
        Symbol& right = symbol(best.right);
        if (left.length == 0 || right.length == 0 || left.length + right.length != best.length)
            continue;
        left.id = best.result;
        left.length += right.length;
        left.next = right.next;
        right.length = 0;
        if (left.next >= 0)
            symbol(left.next).previous = best.left;
        consider(left.previous, best.left);
        consider(best.left, left.next);
    }

    for (const Symbol& each : symbols) {
        if (each.length > 0 && each.id >= 0)
            ids.push_back(each.id);
    }
}

} // namespace lacuna::tokenizer
