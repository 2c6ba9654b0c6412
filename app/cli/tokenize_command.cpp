// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "cli/console.h"

#include "gguf/file.h"
#include "tokenizer/tokenizer.h"

#include <QByteArrayList>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lacuna::cli {

namespace {

using namespace Qt::StringLiterals;
using tokenizer::Tokenizer;
using tokenizer::TokenType;

struct Options {
    std::string model;
    std::string text;
    std::string bos = "auto";
    bool noSpecial = false;
    bool decode = false;
    bool json = false;
};

QString typeName(TokenType type)
{
    switch (type) {
    case TokenType::Normal:
        return u"normal"_s;
    case TokenType::Unknown:
        return u"unknown"_s;
    case TokenType::Control:
        return u"control"_s;
    case TokenType::UserDefined:
        return u"user_defined"_s;
    case TokenType::Unused:
        return u"unused"_s;
    case TokenType::Byte:
        return u"byte"_s;
    case TokenType::Undefined:
        break;
    }
    return u"undefined"_s;
}

/// A line of JSON. A piece may hold a part of a character only, so its bytes stand beside it.
QByteArray toJson(const Tokenizer& tokenizer, std::span<const TokenId> ids, QByteArrayView text)
{
    QJsonArray numbers;
    QJsonArray tokens;
    for (const TokenId id : ids) {
        const QByteArray piece = tokenizer.piece(id);
        numbers.append(id);
        tokens.append(QJsonObject {{"id"_L1, id},
                                   {"type"_L1, typeName(tokenizer.type(id))},
                                   {"piece"_L1, QString::fromUtf8(piece)},
                                   {"hex"_L1, QString::fromLatin1(piece.toHex())}});
    }
    const QJsonObject object {{"text"_L1, QString::fromUtf8(text)}, {"ids"_L1, numbers}, {"tokens"_L1, tokens}};
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

QByteArray toLine(std::span<const TokenId> ids)
{
    QByteArrayList words;
    for (const TokenId id : ids)
        words += QByteArray::number(id);
    return words.join(',') + '\n';
}

/// Ids between commas or white space.
Result<std::vector<TokenId>> parseIds(QByteArray text, const Tokenizer& tokenizer)
{
    std::vector<TokenId> ids;
    for (const QByteArray& word : text.replace(',', ' ').simplified().split(' ')) {
        if (word.isEmpty())
            continue;
        bool isNumber = false;
        const qlonglong id = word.toLongLong(&isNumber);
        if (!isNumber) {
            return failure(Error::Code::InvalidArgument,
                           u"\"%1\" is no token id; ids are numbers with commas or spaces between them"_s.arg(
                               gguf::escaped(word)));
        }
        if (id < 0 || id >= tokenizer.size()) {
            return failure(
                Error::Code::InvalidArgument,
                u"token id %1 is not in the vocabulary, which goes from 0 to %2"_s.arg(id).arg(tokenizer.size() - 1));
        }
        ids.push_back(static_cast<TokenId>(id));
    }
    return ids;
}

int decode(const Options& options, const Tokenizer& tokenizer, const QByteArray& text)
{
    const auto ids = parseIds(text, tokenizer);
    if (!ids)
        return reportError(ids.error());
    const QByteArray decoded = tokenizer.decode(*ids, !options.noSpecial);
    printOut(options.json ? toJson(tokenizer, *ids, decoded) : decoded + '\n');
    return Success;
}

int tokenize(const Options& options)
{
    const auto file = gguf::File::open(QString::fromStdString(options.model));
    if (!file)
        return reportError(file.error());
    const auto tokenizer = Tokenizer::create(**file);
    if (!tokenizer)
        return reportError(tokenizer.error());
    for (const QString& warning : (*tokenizer)->warnings())
        printError("lacuna-cli: " + warning.toUtf8() + '\n');

    const QByteArray text = options.text == "-" ? readStandardInput() : QByteArray::fromStdString(options.text);
    if (options.decode)
        return decode(options, **tokenizer, text);
    const Tokenizer::Bos bos = options.bos == "on" ? Tokenizer::Bos::On
        : options.bos == "off"                     ? Tokenizer::Bos::Off
                                                   : Tokenizer::Bos::Auto;
    const std::vector<TokenId> ids = (*tokenizer)->encode(text, {.parseSpecial = !options.noSpecial, .bos = bos});
    printOut(options.json ? toJson(**tokenizer, ids, text) : toLine(ids));
    return Success;
}

constexpr const char* kFooter =
    R"(The ids are printed on one line with commas between them, as run --ids and logits --ids take them.
All bytes of stdin count, a line feed at its end too.
--json prints one object: text, ids, tokens [id, type, piece, hex]; "hex" has the bytes of the piece, which may be a part of a
character.)";

} // namespace

void addTokenizeCommand(CLI::App& app, Action& action)
{
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("tokenize", "Turn text into the token ids of a model's vocabulary, or back");
    command->add_option("-m,--model", options->model, "GGUF file; its vocabulary alone is read")
        ->type_name("FILE")
        ->required();
    command->add_option("text", options->text, "The text, or with --decode the ids; - reads them from stdin")
        ->type_name("TEXT")
        ->required();
    command->add_flag(
        "--no-special", options->noSpecial,
        "Names of control tokens in the text are text (default: they are\nthese tokens). With --decode: leave "
        "control tokens out");
    command
        ->add_option("--bos", options->bos,
                     "Begin with the BOS token: auto (as the file says), on, off;\nnever doubled (default: auto)")
        ->type_name("HOW")
        ->check(CLI::IsMember({"auto", "on", "off"}).description({}));
    command->add_flag("--decode", options->decode, "Turn ids into text");
    command->add_flag("--json", options->json, "Print JSON, with every token's type and piece");
    command->footer(kFooter);
    command->callback([options, &action] {
        action = [options] {
            return tokenize(*options);
        };
    });
}

} // namespace lacuna::cli
