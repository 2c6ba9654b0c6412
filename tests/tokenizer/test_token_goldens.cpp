// SPDX-License-Identifier: GPL-3.0-or-later
// Ids of a nasty corpus, equal to those that libllama gives, for every family of pre-tokenizers. See the README beside
// the data for where they come from.
#include "gguf/file.h"
#include "support/tokenizer_json.h"
#include "tokenizer/tokenizer.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtEndian>
#include <QtTest>

using namespace lacuna;
using namespace lacuna::tokenizer;
using namespace Qt::StringLiterals;

static QString dataPath(const QString& name)
{
    return QStringLiteral(LACUNA_SOURCE_DIR "/tests/data/tokenizer/") + name;
}

static QJsonArray readArray(const QString& name)
{
    QFile file(dataPath(name));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).array() : QJsonArray();
}

/// The bytes of a case: its parts, each repeated.
static QByteArray textOf(const QJsonValue& corpusCase)
{
    QByteArray text;
    for (const QJsonValue& part : corpusCase["parts"_L1].toArray()) {
        const QByteArray bytes = part["hex"_L1].isString() ? QByteArray::fromHex(part["hex"_L1].toString().toLatin1())
                                                           : part["text"_L1].toString().toUtf8();
        text += bytes.repeated(part["times"_L1].toInt(1));
    }
    return text;
}

/// In the form of the golden file: the ids, or of long lists their count and digest.
static QJsonValue summary(const std::vector<TokenId>& ids, const QJsonValue& golden)
{
    if (golden.isArray()) {
        QJsonArray array;
        for (const TokenId id : ids)
            array.append(id);
        return array;
    }
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const TokenId id : ids) {
        const TokenId littleEndian = qToLittleEndian(id);
        hash.addData(QByteArrayView(reinterpret_cast<const char*>(&littleEndian), sizeof littleEndian));
    }
    return QJsonObject {{"count"_L1, static_cast<qint64>(ids.size())},
                        {"sha256"_L1, QString::fromLatin1(hash.result().toHex())}};
}

static std::shared_ptr<const Tokenizer> load(const QString& json, const QByteArray& preTokenizer)
{
    const auto writer = support::readTokenizerJson(json, preTokenizer);
    if (!writer)
        return nullptr;
    const QByteArray bytes = writer->toBytes();
    const auto file = gguf::File::openMemory(std::as_bytes(std::span(bytes.data(), static_cast<size_t>(bytes.size()))));
    return file ? Tokenizer::create(**file).value_or(nullptr) : nullptr;
}

class TestTokenGoldens : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void corpus_data()
    {
        QTest::addColumn<QString>("vocabulary");
        QTest::addColumn<QByteArray>("preTokenizer");
        QTest::addColumn<QString>("goldens");
        const auto row = [](const QString& vocabulary, const char* preTokenizer, const char* goldens) {
            QTest::newRow(goldens) << vocabulary << QByteArray(preTokenizer)
                                   << QStringLiteral("ids-%1.json").arg(QLatin1StringView(goldens));
        };
        row(dataPath("bailingmoe.json"_L1), "bailingmoe", "bailingmoe");
        row(dataPath("bailingmoe.json"_L1), "qwen2", "qwen2");
        row(dataPath("llama-bpe.json"_L1), "llama-bpe", "llama-bpe");
        row(dataPath("gpt-2.json"_L1), "gpt-2", "gpt-2");
        row(dataPath("gpt-2.json"_L1), "default", "default");
        row(QStringLiteral(LACUNA_BINARY_DIR "/test-vocabulary/tokenizer.json"), "qwen2", "qwen3");
    }

    void corpus()
    {
        QFETCH(QString, vocabulary);
        QFETCH(QByteArray, preTokenizer);
        QFETCH(QString, goldens);
        if (!QFile::exists(vocabulary))
            QSKIP("Qwen's vocabulary is not here: packaging/fetch_test_vocabulary gets it, given a network");
        const auto tokenizer = load(vocabulary, preTokenizer);
        QVERIFY(tokenizer);
        const QJsonArray cases = readArray("corpus.json"_L1);
        const QJsonArray expected = readArray(goldens);
        QVERIFY(cases.size() > 90);
        QCOMPARE(cases.size(), expected.size());

        for (qsizetype i = 0; i < cases.size(); ++i) {
            QCOMPARE(cases[i]["name"_L1], expected[i]["name"_L1]);
            const QByteArray text = textOf(cases[i]);
            for (const bool special : {false, true}) {
                const QJsonValue golden = expected[i][special ? "special"_L1 : "plain"_L1];
                const std::vector<TokenId> ids =
                    tokenizer->encode(text, {.parseSpecial = special, .bos = Tokenizer::Bos::Off});
                const QString what = cases[i]["name"_L1].toString();
                QVERIFY2(summary(ids, golden) == golden, qPrintable(what));
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestTokenGoldens)
#include "test_token_goldens.moc"
