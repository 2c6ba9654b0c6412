// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizer/vocabulary_data.h"

#include <algorithm>

namespace lacuna::tokenizer {
namespace {

using Code = Error::Code;
using gguf::Value;
using gguf::ValueType;

/// Part of a text from a file that is short enough for a sentence.
QString shown(QByteArrayView text)
{
    return gguf::escaped(text.first(std::min<qsizetype>(text.size(), 80)));
}

/// Reads keys of one file. The first thing that is wrong stays in error(); what is read after it is empty.
class Reader {
public:
    explicit Reader(const gguf::File& file)
        : m_file(file)
    {
    }

    const std::optional<Error>& error() const { return m_error; }

    void checkModel()
    {
        constexpr QByteArrayView Key = "tokenizer.ggml.model";
        const std::optional<QByteArray> model = text(Key);
        if (!model) {
            fail(Code::Missing, Key,
                 QStringLiteral("The file has no vocabulary (%1 is missing).").arg(QString::fromUtf8(Key)));
        } else if (*model != "gpt2") {
            fail(Code::Unsupported, Key,
                 QStringLiteral(
                     "The vocabulary is of the kind \"%1\"; this engine has code for \"gpt2\" (byte-level BPE) only.")
                     .arg(shown(*model)));
        }
    }

    std::vector<QByteArrayView> strings(QByteArrayView key)
    {
        std::vector<QByteArrayView> result;
        const Value* value = array(key, {ValueType::String}, QStringLiteral("an array of STRING"));
        for (quint64 index = 0; value && index < value->size(); ++index)
            result.push_back(value->at(index).toBytes().value_or(QByteArrayView()));
        return result;
    }

    std::vector<qint32> types(QByteArrayView key)
    {
        std::vector<qint32> result;
        const Value* value = array(key, {ValueType::Int32}, QStringLiteral("an array of INT32"));
        for (quint64 index = 0; value && index < value->size(); ++index)
            result.push_back(static_cast<qint32>(value->at(index).toSigned().value_or(0)));
        if (value && result.empty())
            fail(Code::Malformed, key, QStringLiteral("%1 is empty.").arg(QString::fromUtf8(key)));
        return result;
    }

    /// Byte-level BPE has no use for scores, but a file in which they do not match its tokens is damaged.
    void checkScores(QByteArrayView key, size_t tokens)
    {
        const Value* value = array(key, {ValueType::Float32, ValueType::Int32}, QStringLiteral("an array of FLOAT32"));
        if (value && value->size() != tokens) {
            fail(Code::Malformed, key,
                 QStringLiteral("The vocabulary has %1 tokens but %2 scores.").arg(tokens).arg(value->size()));
        }
    }

    std::optional<QByteArray> text(QByteArrayView key)
    {
        const std::optional<QByteArrayView> bytes = scalar(key, QStringLiteral("a STRING"), &Value::toBytes);
        return bytes ? std::optional(bytes->toByteArray()) : std::nullopt;
    }
    std::optional<qint64> id(QByteArrayView key) { return scalar(key, QStringLiteral("an integer"), &Value::toSigned); }
    std::optional<bool> flag(QByteArrayView key) { return scalar(key, QStringLiteral("a BOOL"), &Value::toBool); }

private:
    const Value* find(QByteArrayView key) const { return m_error ? nullptr : m_file.find(key); }

    const Value* array(QByteArrayView key, std::initializer_list<ValueType> elements, const QString& wanted)
    {
        const Value* value = find(key);
        if (!value)
            return nullptr;
        if (value->type() == ValueType::Array
            && std::find(elements.begin(), elements.end(), value->elementType()) != elements.end())
            return value;
        failType(key, wanted, *value);
        return nullptr;
    }

    template<typename T>
    std::optional<T> scalar(QByteArrayView key, const QString& wanted, Result<T> (Value::*getter)() const)
    {
        const Value* value = find(key);
        if (!value)
            return std::nullopt;
        if (const Result<T> result = (value->*getter)())
            return *result;
        failType(key, wanted, *value);
        return std::nullopt;
    }

    void failType(QByteArrayView key, const QString& wanted, const Value& value)
    {
        QString found = QString::fromLatin1(gguf::valueTypeName(value.type()));
        if (value.type() == ValueType::Array)
            found = QStringLiteral("an array of ") + QString::fromLatin1(gguf::valueTypeName(value.elementType()));
        fail(Code::Malformed, key,
             QStringLiteral("%1 must be %2, but is %3.").arg(QString::fromUtf8(key), wanted, found));
    }

    void fail(Code code, QByteArrayView key, const QString& message)
    {
        if (!m_error)
            m_error = Error {code, message, std::nullopt, QString::fromUtf8(key)};
    }

    const gguf::File& m_file;
    std::optional<Error> m_error;
};

} // namespace

Result<VocabularyData> readVocabulary(const gguf::File& file)
{
    Reader reader(file);
    reader.checkModel();
    VocabularyData data;
    data.tokens = reader.strings("tokenizer.ggml.tokens");
    data.types = reader.types("tokenizer.ggml.token_type");
    reader.checkScores("tokenizer.ggml.scores", data.tokens.size());
    data.merges = reader.strings("tokenizer.ggml.merges");
    data.preTokenizer = reader.text("tokenizer.ggml.pre");
    data.addBos = reader.flag("tokenizer.ggml.add_bos_token");
    data.bos = reader.id("tokenizer.ggml.bos_token_id");
    data.eos = reader.id("tokenizer.ggml.eos_token_id");
    data.eot = reader.id("tokenizer.ggml.eot_token_id");
    data.mask = reader.id("tokenizer.ggml.mask_token_id");
    data.pad = reader.id("tokenizer.ggml.padding_token_id");
    data.chatTemplate = reader.text("tokenizer.chat_template").value_or(QByteArray());
    if (reader.error())
        return tl::unexpected(*reader.error());
    return data;
}

} // namespace lacuna::tokenizer
