// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizer/small_vocabulary.h"

#include "tokenizer/byte_alphabet.h"

#include <algorithm>

using namespace lacuna;
using namespace lacuna::tokenizer;

SmallVocabulary::SmallVocabulary()
{
    data.preTokenizer = "bailingmoe";
    for (int byte = 0; byte < 256; ++byte)
        add(toAlphabet(static_cast<char>(byte)));
}

QByteArrayView SmallVocabulary::keep(const QByteArray& bytes)
{
    return m_kept.emplace_back(bytes);
}

TokenId SmallVocabulary::add(const QByteArray& name, TokenType type)
{
    data.tokens.push_back(keep(name));
    data.types.push_back(static_cast<qint32>(type));
    return static_cast<TokenId>(data.tokens.size() - 1);
}

TokenId SmallVocabulary::addWord(const QByteArray& word)
{
    TokenId id = -1;
    for (qsizetype length = 2; length <= word.size(); ++length) {
        const QByteArray name = toAlphabet(word.first(length));
        const auto found = std::find(data.tokens.begin(), data.tokens.end(), name);
        if (found != data.tokens.end()) {
            id = static_cast<TokenId>(found - data.tokens.begin());
            continue;
        }
        addMerge(toAlphabet(word.first(length - 1)) + ' ' + toAlphabet(word[length - 1]));
        id = add(name);
    }
    return id;
}

void SmallVocabulary::addMerge(const QByteArray& merge)
{
    data.merges.push_back(keep(merge));
}

std::shared_ptr<const Tokenizer> SmallVocabulary::tokenizer() const
{
    return Tokenizer::create(data).value_or(nullptr);
}
