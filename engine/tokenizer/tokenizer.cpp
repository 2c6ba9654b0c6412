// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizer/tokenizer.h"

#include "tokenizer/byte_alphabet.h"
#include "tokenizer/merge_table.h"
#include "tokenizer/pre_tokenizer.h"
#include "tokenizer/special_tokens.h"
#include "tokenizer/unicode.h"
#include "tokenizer/vocabulary.h"

#include <algorithm>

namespace lacuna::tokenizer {

struct Tokenizer::Parts {
    Vocabulary vocabulary;
    MergeTable merges;
    SpecialTokens allSpecial; ///< control, unknown and user-defined tokens
    SpecialTokens userDefined; ///< those that are content, so always parsed
    PreTokenizer preTokenizer;
    bool addsBos = false;
    QByteArray chatTemplate;
    QStringList warnings;

    void takePreTokenizer(const VocabularyData& data);
    void takeSpecialTokens();
    void encodeText(QByteArrayView text, std::vector<TokenId>& ids) const;
};

void Tokenizer::Parts::takePreTokenizer(const VocabularyData& data)
{
    preTokenizer = *findPreTokenizer("default");
    if (!data.preTokenizer) {
        warnings += QStringLiteral("The file does not name its pre-tokenizer (tokenizer.ggml.pre); text is cut up as "
                                   "llama.cpp does without one, which may not be what the model was trained on.");
    } else if (const PreTokenizer* known = findPreTokenizer(*data.preTokenizer)) {
        preTokenizer = *known;
    } else {
        preTokenizer = *findPreTokenizer("gpt-2");
        warnings +=
            QStringLiteral("Unknown pre-tokenizer \"%1\" (tokenizer.ggml.pre); text is cut up by GPT-2's rule "
                           "instead, which may not be what the model was trained on.")
                .arg(gguf::escaped(
                    QByteArrayView(*data.preTokenizer).first(std::min<qsizetype>(data.preTokenizer->size(), 80))));
    }
    addsBos = data.addBos.value_or(preTokenizer.addsBos);
    if (addsBos && vocabulary.bos() < 0) {
        addsBos = false;
        warnings += QStringLiteral("A text is to start with a BOS token, but the file names none "
                                   "(tokenizer.ggml.bos_token_id); none is added.");
    }
}

void Tokenizer::Parts::takeSpecialTokens()
{
    int tooLong = 0;
    for (TokenId id = 0; id < vocabulary.size(); ++id) {
        const bool isUserDefined = vocabulary.type(id) == TokenType::UserDefined;
        const QByteArrayView name = vocabulary.name(id);
        if ((!isUserDefined && !vocabulary.isControl(id)) || name.isEmpty() || vocabulary.find(name) != id)
            continue;
        if (name.size() > SpecialTokens::MaxNameLength) {
            ++tooLong;
            continue;
        }
        allSpecial.add(name, id);
        if (isUserDefined)
            userDefined.add(name, id);
    }
    if (tooLong > 0) {
        warnings +=
            QStringLiteral("%1 special tokens have names of more than %2 bytes and are not looked for in texts.")
                .arg(tooLong)
                .arg(SpecialTokens::MaxNameLength);
    }
}

/// Appends the ids of a text without special tokens in it.
void Tokenizer::Parts::encodeText(QByteArrayView text, std::vector<TokenId>& ids) const
{
    const std::vector<char32_t> codePoints = decodeUtf8(text);
    auto next = codePoints.begin();
    QByteArray piece;
    for (const qsizetype length : split(codePoints, preTokenizer.rule)) {
        piece.resize(0); // keeps the memory
        for (const auto end = next + length; next != end; ++next)
            appendUtf8(piece, *next);
        if (preTokenizer.wholePieces) {
            const TokenId whole = vocabulary.find(toAlphabet(piece));
            if (whole >= 0 && !vocabulary.isControl(whole)) {
                ids.push_back(whole);
                continue;
            }
        }
        merges.encode(piece, vocabulary, ids);
    }
}

Tokenizer::Tokenizer(std::unique_ptr<const Parts> parts)
    : m_parts(std::move(parts))
{
}

Tokenizer::~Tokenizer() = default;

Result<std::shared_ptr<const Tokenizer>> Tokenizer::create(const gguf::File& file)
{
    return readVocabulary(file).and_then([](const VocabularyData& data) { return create(data); });
}

Result<std::shared_ptr<const Tokenizer>> Tokenizer::create(const VocabularyData& data)
{
    auto parts = std::make_unique<Parts>();
    Result<Vocabulary> vocabulary = Vocabulary::create(data, parts->warnings);
    if (!vocabulary)
        return tl::unexpected(std::move(vocabulary.error()));
    parts->vocabulary = std::move(*vocabulary);
    parts->merges = MergeTable(data.merges, parts->vocabulary, parts->warnings);
    parts->chatTemplate = data.chatTemplate;
    parts->takePreTokenizer(data);
    parts->takeSpecialTokens();
    return std::shared_ptr<const Tokenizer>(new Tokenizer(std::move(parts)));
}

std::vector<TokenId> Tokenizer::encode(QByteArrayView utf8, const EncodeOptions& options) const
{
    const SpecialTokens& special = options.parseSpecial ? m_parts->allSpecial : m_parts->userDefined;
    std::vector<TokenId> ids;
    qsizetype done = 0;
    for (const SpecialTokens::Match& match : special.find(utf8)) {
        m_parts->encodeText(utf8.sliced(done, match.begin - done), ids);
        ids.push_back(match.id);
        done = match.begin + match.length;
    }
    m_parts->encodeText(utf8.sliced(done), ids);

    const bool wantsBos = options.bos == Bos::On || (options.bos == Bos::Auto && m_parts->addsBos);
    if (wantsBos && bos() >= 0 && (ids.empty() || ids.front() != bos()))
        ids.insert(ids.begin(), bos());
    return ids;
}

QByteArray Tokenizer::piece(TokenId id) const
{
    return m_parts->vocabulary.contains(id) ? m_parts->vocabulary.piece(id) : QByteArray();
}

QByteArray Tokenizer::decode(std::span<const TokenId> ids, bool special) const
{
    QByteArray text;
    for (const TokenId id : ids) {
        if (special || !isControl(id))
            text += piece(id);
    }
    return text;
}

int Tokenizer::size() const
{
    return m_parts->vocabulary.size();
}

TokenType Tokenizer::type(TokenId id) const
{
    return m_parts->vocabulary.contains(id) ? m_parts->vocabulary.type(id) : TokenType::Undefined;
}

bool Tokenizer::isControl(TokenId id) const
{
    return m_parts->vocabulary.contains(id) && m_parts->vocabulary.isControl(id);
}

QByteArrayView Tokenizer::name(TokenId id) const
{
    return m_parts->vocabulary.contains(id) ? m_parts->vocabulary.name(id) : QByteArrayView();
}

TokenId Tokenizer::find(QByteArrayView name) const
{
    return m_parts->vocabulary.find(name);
}

TokenId Tokenizer::bos() const
{
    return m_parts->vocabulary.bos();
}

TokenId Tokenizer::eos() const
{
    return m_parts->vocabulary.eos();
}

TokenId Tokenizer::eot() const
{
    return m_parts->vocabulary.eot();
}

TokenId Tokenizer::mask() const
{
    return m_parts->vocabulary.mask();
}

TokenId Tokenizer::pad() const
{
    return m_parts->vocabulary.pad();
}

bool Tokenizer::addsBos() const
{
    return m_parts->addsBos;
}

std::span<const TokenId> Tokenizer::endTokens() const
{
    return m_parts->vocabulary.endTokens();
}

bool Tokenizer::isEnd(TokenId id) const
{
    return std::binary_search(endTokens().begin(), endTokens().end(), id);
}

bool Tokenizer::canBeGenerated(TokenId id) const
{
    return m_parts->vocabulary.contains(id) && id != mask() && type(id) != TokenType::Unused;
}

QByteArrayView Tokenizer::chatTemplate() const
{
    return m_parts->chatTemplate;
}

QString Tokenizer::preTokenizer() const
{
    return QString::fromLatin1(m_parts->preTokenizer.name);
}

QStringList Tokenizer::warnings() const
{
    return m_parts->warnings;
}

} // namespace lacuna::tokenizer
