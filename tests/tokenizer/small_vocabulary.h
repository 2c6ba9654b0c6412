// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tokenizer/tokenizer.h"

#include <QByteArray>

#include <deque>

/// A vocabulary made by hand: the 256 bytes have the ids 0 to 255, what is added follows in order.
class SmallVocabulary {
public:
    SmallVocabulary();

    /// Adds a token by its name in the vocabulary; returns its id.
    lacuna::TokenId add(const QByteArray& name,
                        lacuna::tokenizer::TokenType type = lacuna::tokenizer::TokenType::Normal);
    /// Adds the merges that build `word`, letter by letter from the left, and their tokens; returns the id of the word.
    /// `word` is text, not in the byte alphabet.
    lacuna::TokenId addWord(const QByteArray& word);
    void addMerge(const QByteArray& merge);

    /// What the vocabulary's file says; change it at will. Valid as long as this.
    lacuna::tokenizer::VocabularyData data;

    /// Fails the test with a null pointer where the vocabulary is refused.
    std::shared_ptr<const lacuna::tokenizer::Tokenizer> tokenizer() const;

private:
    QByteArrayView keep(const QByteArray& bytes);
    std::deque<QByteArray> m_kept; ///< what the views of `data` show; its elements stay where they are
};
