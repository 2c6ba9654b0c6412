// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/tokenizer_json.h"

#include "tokenizer/tokenizer.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace lacuna::support {
namespace {

using namespace Qt::StringLiterals;
using tokenizer::TokenType;

struct Tokens {
    std::vector<QByteArray> names;
    std::vector<qint32> types;

    void set(int id, const QString& name, TokenType type)
    {
        for (int next = static_cast<int>(names.size()); next <= id; ++next) {
            names.push_back("[PAD" + QByteArray::number(next) + ']');
            types.push_back(static_cast<qint32>(TokenType::Unused));
        }
        names[static_cast<size_t>(id)] = name.toUtf8();
        types[static_cast<size_t>(id)] = static_cast<qint32>(type);
    }
};

Tokens readTokens(const QJsonObject& json)
{
    Tokens tokens;
    const QJsonObject vocabulary = json["model"_L1]["vocab"_L1].toObject();
    for (auto entry = vocabulary.begin(); entry != vocabulary.end(); ++entry)
        tokens.set(entry.value().toInt(), entry.key(), TokenType::Normal);
    for (const QJsonValue& added : json["added_tokens"_L1].toArray()) {
        tokens.set(added["id"_L1].toInt(), added["content"_L1].toString(),
                   added["special"_L1].toBool() ? TokenType::Control : TokenType::UserDefined);
    }
    return tokens;
}

/// "left right", or in newer files ["left", "right"].
std::vector<QByteArray> readMerges(const QJsonObject& json)
{
    std::vector<QByteArray> merges;
    for (const QJsonValue& merge : json["model"_L1]["merges"_L1].toArray()) {
        merges.push_back(merge.isArray() ? merge[0].toString().toUtf8() + ' ' + merge[1].toString().toUtf8()
                                         : merge.toString().toUtf8());
    }
    return merges;
}

} // namespace

Result<GgufWriter> readTokenizerJson(const QString& path, const QByteArray& preTokenizer)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(Error::Code::Io, QStringLiteral("%1: %2").arg(path, file.errorString()));
    const QJsonDocument document = QJsonDocument::fromJson(file.readAll());
    const QJsonObject json = document.object();
    const Tokens tokens = readTokens(json);
    if (tokens.names.empty())
        return failure(Error::Code::Malformed, QStringLiteral("%1 holds no byte-pair vocabulary.").arg(path));

    GgufWriter writer;
    writer.set("general.architecture", MetaValue::string("llada"))
        .set("tokenizer.ggml.model", MetaValue::string("gpt2"))
        .set("tokenizer.ggml.pre", MetaValue::string(preTokenizer))
        .set("tokenizer.ggml.tokens", MetaValue::strings(tokens.names))
        .set("tokenizer.ggml.token_type", MetaValue::int32s(tokens.types))
        .set("tokenizer.ggml.merges", MetaValue::strings(readMerges(json)))
        .set("tokenizer.ggml.add_bos_token", MetaValue::boolean(false));
    const auto setId = [&](const char* key, const char* name) {
        const auto found = std::find(tokens.names.begin(), tokens.names.end(), name);
        if (found != tokens.names.end())
            writer.set(key, MetaValue::uint32(static_cast<quint32>(found - tokens.names.begin())));
    };
    setId("tokenizer.ggml.bos_token_id", "<|startoftext|>");
    setId("tokenizer.ggml.eos_token_id", "<|endoftext|>");
    setId("tokenizer.ggml.mask_token_id", "<|mdm_mask|>");
    return writer;
}

} // namespace lacuna::support
