// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/token_table.h"

#include "gguf/value_text.h"
#include "tokenizer/byte_alphabet.h"
#include "widgets/models/formatting.h"

namespace lacuna::models {

namespace {

/// Bytes of a token that are shown; longer ones are no words.
constexpr qsizetype s_shownBytes = 256;

std::optional<gguf::Value> arrayNamed(const gguf::File& file, QByteArrayView key)
{
    const gguf::Value* value = file.find(key);
    return value && value->isArray() ? std::optional(*value) : std::nullopt;
}

std::optional<gguf::Value> elementOf(const std::optional<gguf::Value>& array, int row)
{
    return array && quint64(row) < array->size() ? std::optional(array->at(quint64(row))) : std::nullopt;
}

} // namespace

std::shared_ptr<const TokenTable> TokenTable::create(std::shared_ptr<const gguf::File> file)
{
    const auto tokens = file->arrayValue("tokenizer.ggml.tokens", gguf::ValueType::String);
    if (!tokens)
        return nullptr;
    return std::shared_ptr<const TokenTable>(new TokenTable(std::move(file), *tokens));
}

TokenTable::TokenTable(std::shared_ptr<const gguf::File> file, const gguf::Value& tokens)
    : m_file(std::move(file))
    , m_tokens(tokens)
    , m_types(arrayNamed(*m_file, "tokenizer.ggml.token_type"))
    , m_scores(arrayNamed(*m_file, "tokenizer.ggml.scores"))
{
    const QByteArrayView model = m_file->bytesValue("tokenizer.ggml.model").value_or(QByteArrayView());
    if (model == "gpt2")
        m_spelling = Spelling::ByteAlphabet;
    else if (model == "llama" || model == "t5")
        m_spelling = Spelling::SentencePiece;
}

QByteArrayView TokenTable::token(int row) const
{
    const QByteArrayView bytes = m_tokens.at(quint64(row)).toBytes().value_or(QByteArrayView());
    return bytes.first(std::min(bytes.size(), s_shownBytes));
}

QString TokenTable::spelledOut(QByteArrayView token) const
{
    switch (m_spelling) {
    case Spelling::ByteAlphabet:
        return gguf::quoted(tokenizer::fromAlphabet(token));
    case Spelling::SentencePiece:
        return gguf::quoted(token.toByteArray().replace("\u2581", " "));
    case Spelling::Plain:
        break;
    }
    return gguf::quoted(token);
}

QString TokenTable::title(int column) const
{
    const QString titles[] = {tr("Id"), tr("Token"), tr("Stands for"), tr("Type"), tr("Score")};
    return titles[column];
}

QString TokenTable::text(int row, int column) const
{
    switch (column) {
    case Id:
        return QString::number(row);
    case Token:
        return gguf::escaped(token(row));
    case Text:
        return spelledOut(token(row));
    case Type: {
        const auto type = elementOf(m_types, row);
        return type ? gguf::preview("tokenizer.ggml.token_type", *type, s_shownBytes) : QString();
    }
    default: {
        const auto score = elementOf(m_scores, row);
        return score ? gguf::preview({}, *score, s_shownBytes) : QString();
    }
    }
}

QString TokenTable::toolTip(int row, int column) const
{
    if (column != Token && column != Text)
        return {};
    const QByteArrayView bytes = token(row);
    return tr("Token %1, its bytes as stored: %2").arg(row).arg(QString::fromLatin1(bytes.toByteArray().toHex(' ')));
}

LazyTable::SortKey TokenTable::sortKey(int row, int column) const
{
    if (column == Id)
        return double(row);
    if (column == Score) {
        const auto score = elementOf(m_scores, row);
        return score ? score->toDouble().value_or(0) : 0;
    }
    return text(row, column);
}

} // namespace lacuna::models
