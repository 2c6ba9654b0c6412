// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "tokenizer/tokenizer.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QHash>
#include <QStringList>

#include <array>
#include <optional>
#include <vector>

namespace lacuna::tokenizer {

/// The tokens: names, types, and the ids that have a meaning of their own. Owns all it holds.
class Vocabulary {
public:
    /// Longest name of a token, in bytes. The longest in use are runs of a few hundred spaces.
    static constexpr qsizetype MaxNameLength = 1 << 16;

    /// Sentences about what was tolerated go to `warnings`.
    static Result<Vocabulary> create(const VocabularyData& data, QStringList& warnings);

    int size() const { return static_cast<int>(m_types.size()); }
    bool contains(TokenId id) const { return id >= 0 && id < size(); }
    QByteArrayView name(TokenId id) const; ///< of a token that there is
    TokenType type(TokenId id) const { return m_types[static_cast<size_t>(id)]; } ///< of a token that there is
    bool isControl(TokenId id) const;
    TokenId find(QByteArrayView name) const { return m_ids.value(name, -1); } ///< the first of that name
    TokenId byteToken(char byte) const { return m_byteTokens[static_cast<unsigned char>(byte)]; } ///< -1: none
    QByteArray piece(TokenId id) const;

    TokenId bos() const { return m_bos; }
    TokenId eos() const { return m_eos; }
    TokenId eot() const { return m_eot; }
    TokenId mask() const { return m_mask; }
    TokenId pad() const { return m_pad; }
    const std::vector<TokenId>& endTokens() const { return m_endTokens; } ///< ascending

private:
    void takeNames(const VocabularyData& data, QStringList& warnings);
    void takeTypes(const VocabularyData& data, QStringList& warnings);
    void takeByteTokens(QStringList& warnings);
    void takeSpecialIds(const VocabularyData& data, QStringList& warnings);
    TokenId checkedId(std::optional<qint64> id, const char* key, QStringList& warnings) const;
    void makeControl(TokenId id);

    QByteArray m_names; ///< all of them, one after the other
    std::vector<qsizetype> m_ends; ///< of each name in m_names
    std::vector<TokenType> m_types;
    QHash<QByteArrayView, TokenId> m_ids; ///< views into m_names
    std::array<TokenId, 256> m_byteTokens;
    TokenId m_bos = -1;
    TokenId m_eos = -1;
    TokenId m_eot = -1;
    TokenId m_mask = -1;
    TokenId m_pad = -1;
    std::vector<TokenId> m_endTokens;
};

} // namespace lacuna::tokenizer
