// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizer/vocabulary.h"

#include "tokenizer/byte_alphabet.h"
#include "tokenizer/well_known_names.h"

#include <algorithm>
#include <limits>

namespace lacuna::tokenizer {
namespace {

/// The byte of a name like "<0x0A>": exactly two hexadecimal digits.
std::optional<char> byteOfName(QByteArrayView name)
{
    if (name.size() != 6 || !name.startsWith("<0x") || !name.endsWith('>'))
        return std::nullopt;
    const auto digit = [](char character) {
        if (character >= '0' && character <= '9')
            return character - '0';
        if (character >= 'A' && character <= 'F')
            return character - 'A' + 10;
        return character >= 'a' && character <= 'f' ? character - 'a' + 10 : -1;
    };
    const int high = digit(name[3]);
    const int low = digit(name[4]);
    if (high < 0 || low < 0)
        return std::nullopt;
    return static_cast<char>(16 * high + low);
}

QString quoted(QByteArrayView name)
{
    return QLatin1Char('"') + gguf::escaped(name) + QLatin1Char('"');
}

} // namespace

Result<Vocabulary> Vocabulary::create(const VocabularyData& data, QStringList& warnings)
{
    using Code = Error::Code;
    if (data.tokens.empty())
        return failure(Code::Missing, QStringLiteral("The vocabulary has no tokens."));
    if (data.tokens.size() > std::numeric_limits<TokenId>::max())
        return failure(Code::Unsupported, QStringLiteral("The vocabulary has more tokens than ids can number."));
    if (!data.types.empty() && data.types.size() != data.tokens.size()) {
        return failure(Code::Malformed,
                       QStringLiteral("The vocabulary has %1 tokens but %2 token types.")
                           .arg(data.tokens.size())
                           .arg(data.types.size()));
    }
    for (size_t id = 0; id < data.tokens.size(); ++id) {
        if (data.tokens[id].size() > MaxNameLength) {
            return failure(Code::Malformed,
                           QStringLiteral("The name of token %1 has %2 bytes; %3 are the most.")
                               .arg(id)
                               .arg(data.tokens[id].size())
                               .arg(MaxNameLength));
        }
    }
    Vocabulary vocabulary;
    vocabulary.takeNames(data, warnings);
    vocabulary.takeTypes(data, warnings);
    vocabulary.takeByteTokens(warnings);
    vocabulary.takeSpecialIds(data, warnings);
    return vocabulary;
}

void Vocabulary::takeNames(const VocabularyData& data, QStringList& warnings)
{
    // The whole store is made before views into it are taken, and never grows after.
    qsizetype bytes = 0;
    for (const QByteArrayView name : data.tokens)
        bytes += name.size();
    m_names.reserve(bytes);
    m_ends.reserve(data.tokens.size());
    for (const QByteArrayView name : data.tokens) {
        m_names.append(name);
        m_ends.push_back(m_names.size());
    }

    const auto count = static_cast<TokenId>(data.tokens.size());
    m_ids.reserve(count);
    int duplicates = 0;
    TokenId firstDuplicate = -1;
    for (TokenId id = 0; id < count; ++id) {
        if (name(id).isEmpty())
            continue;
        const qsizetype before = m_ids.size();
        TokenId& first = m_ids[name(id)];
        if (m_ids.size() > before)
            first = id;
        else if (duplicates++ == 0)
            firstDuplicate = id;
    }
    if (duplicates > 0) {
        warnings += QStringLiteral("%1 tokens have the name of an earlier one and never come out of text; the first is "
                                   "token %2, %3.")
                        .arg(duplicates)
                        .arg(firstDuplicate)
                        .arg(quoted(name(firstDuplicate)));
    }
}

void Vocabulary::takeTypes(const VocabularyData& data, QStringList& warnings)
{
    m_types.assign(data.tokens.size(), TokenType::Normal);
    int unknown = 0;
    for (size_t id = 0; id < data.types.size(); ++id) {
        const qint32 type = data.types[id];
        const bool known =
            type >= static_cast<qint32>(TokenType::Undefined) && type <= static_cast<qint32>(TokenType::Byte);
        m_types[id] = known ? static_cast<TokenType>(type) : TokenType::Undefined;
        unknown += known ? 0 : 1;
    }
    if (unknown > 0)
        warnings += QStringLiteral("%1 tokens have a type that does not exist; they count as undefined.").arg(unknown);

    for (const char* name : EndNames)
        makeControl(find(name));
    for (const char* name : FillInNames)
        makeControl(find(name));
}

void Vocabulary::makeControl(TokenId id)
{
    if (id >= 0)
        m_types[static_cast<size_t>(id)] = TokenType::Control;
}

void Vocabulary::takeByteTokens(QStringList& warnings)
{
    int missing = 0;
    for (int byte = 0; byte < 256; ++byte) {
        const TokenId id = find(toAlphabet(static_cast<char>(byte)));
        m_byteTokens[static_cast<size_t>(byte)] = id;
        missing += id < 0 ? 1 : 0;
    }
    if (missing > 0)
        warnings += QStringLiteral("%1 of the 256 bytes have no token: text that needs them loses them.").arg(missing);

    int malformed = 0;
    for (TokenId id = 0; id < size(); ++id)
        malformed += type(id) == TokenType::Byte && !byteOfName(name(id)) ? 1 : 0;
    if (malformed > 0) {
        warnings += QStringLiteral("%1 tokens of type BYTE are not named <0x00> to <0xFF>; they stand for their names.")
                        .arg(malformed);
    }
}

TokenId Vocabulary::checkedId(std::optional<qint64> id, const char* key, QStringList& warnings) const
{
    if (!id)
        return -1;
    if (*id >= 0 && *id < size())
        return static_cast<TokenId>(*id);
    warnings += QStringLiteral("%1 is %2, but the vocabulary has %3 tokens; it is ignored.")
                    .arg(QString::fromLatin1(key))
                    .arg(*id)
                    .arg(size());
    return -1;
}

void Vocabulary::takeSpecialIds(const VocabularyData& data, QStringList& warnings)
{
    m_bos = checkedId(data.bos, "tokenizer.ggml.bos_token_id", warnings);
    m_eos = checkedId(data.eos, "tokenizer.ggml.eos_token_id", warnings);
    m_eot = checkedId(data.eot, "tokenizer.ggml.eot_token_id", warnings);
    m_mask = checkedId(data.mask, "tokenizer.ggml.mask_token_id", warnings);
    m_pad = checkedId(data.pad, "tokenizer.ggml.padding_token_id", warnings);
    for (const char* name : EndOfTurnNames) {
        if (m_eot < 0)
            m_eot = find(name);
    }

    m_endTokens = {m_eos, m_eot};
    for (const char* name : EndNames)
        m_endTokens.push_back(find(name));
    std::sort(m_endTokens.begin(), m_endTokens.end());
    m_endTokens.erase(std::unique(m_endTokens.begin(), m_endTokens.end()), m_endTokens.end());
    std::erase(m_endTokens, -1);
}

QByteArrayView Vocabulary::name(TokenId id) const
{
    const auto index = static_cast<size_t>(id);
    const qsizetype begin = index == 0 ? 0 : m_ends[index - 1];
    return QByteArrayView(m_names).sliced(begin, m_ends[index] - begin);
}

bool Vocabulary::isControl(TokenId id) const
{
    return type(id) == TokenType::Control || type(id) == TokenType::Unknown;
}

QByteArray Vocabulary::piece(TokenId id) const
{
    switch (type(id)) {
    case TokenType::Normal:
    case TokenType::Undefined:
        return fromAlphabet(name(id));
    case TokenType::Byte:
        if (const std::optional<char> byte = byteOfName(name(id)))
            return QByteArray(1, *byte);
        return name(id).toByteArray();
    case TokenType::Unused:
        return {};
    case TokenType::Unknown:
    case TokenType::Control:
    case TokenType::UserDefined:
        break;
    }
    return name(id).toByteArray();
}

} // namespace lacuna::tokenizer
