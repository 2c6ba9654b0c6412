// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"

#include <QByteArrayView>
#include <QHash>

#include <bitset>
#include <vector>

namespace lacuna::tokenizer {

/// Finds whole tokens in a text by their names, before anything else is done with it.
class SpecialTokens {
public:
    static constexpr qsizetype MaxNameLength = 256; ///< bounds the time that a hostile vocabulary can cost

    struct Match {
        qsizetype begin;
        qsizetype length;
        TokenId id;
    };

    /// `name` is not empty, at most MaxNameLength long, and outlives this.
    void add(QByteArrayView name, TokenId id);

    /// Matches by position, none overlapping. Longer names are matched before shorter ones, over the whole text, as in
    /// llama.cpp; names of one length from left to right.
    std::vector<Match> find(QByteArrayView text) const;

private:
    struct Names {
        qsizetype length;
        std::bitset<256> firstBytes;
        QHash<QByteArrayView, TokenId> ids;
    };
    std::vector<Names> m_byLength; ///< longest first
};

} // namespace lacuna::tokenizer
