// SPDX-License-Identifier: GPL-3.0-or-later
// Reading a vocabulary from a file: damaged ones are refused with a sentence or tolerated with a warning. The numbers
// are those of the catalogue of malformed files.
#include "gguf/file.h"
#include "support/gguf_writer.h"
#include "tokenizer/byte_alphabet.h"
#include "tokenizer/tokenizer.h"

#include <QtTest>

#include <map>

using namespace lacuna;
using namespace lacuna::support;
using namespace lacuna::tokenizer;

using Entries = std::map<QByteArray, MetaValue>;

/// The names of the 256 bytes, and one special token.
static std::vector<QByteArray> names()
{
    std::vector<QByteArray> result;
    for (int byte = 0; byte < 256; ++byte)
        result.push_back(toAlphabet(static_cast<char>(byte)));
    result.push_back("<|endoftext|>");
    return result;
}

static std::vector<qint32> types()
{
    std::vector<qint32> result(256, static_cast<qint32>(TokenType::Normal));
    result.push_back(static_cast<qint32>(TokenType::Control));
    return result;
}

static Entries sound()
{
    return {
        {"tokenizer.ggml.model", MetaValue::string("gpt2")},
        {"tokenizer.ggml.pre", MetaValue::string("qwen2")},
        {"tokenizer.ggml.tokens", MetaValue::strings(names())},
        {"tokenizer.ggml.token_type", MetaValue::int32s(types())},
        {"tokenizer.ggml.merges", MetaValue::strings({})},
        {"tokenizer.ggml.eos_token_id", MetaValue::uint32(256)},
    };
}

static Result<std::shared_ptr<const Tokenizer>> load(const Entries& entries)
{
    GgufWriter writer;
    for (const auto& [key, value] : entries)
        writer.set(key, value);
    const QByteArray bytes = writer.toBytes();
    return gguf::File::openMemory(std::as_bytes(std::span(bytes.data(), static_cast<size_t>(bytes.size()))))
        .and_then([](const std::shared_ptr<const gguf::File>& file) { return Tokenizer::create(*file); });
}

static Entries with(const QByteArray& key, const MetaValue& value)
{
    Entries entries = sound();
    entries.insert_or_assign(key, value);
    return entries;
}

static Entries without(const QByteArray& key)
{
    Entries entries = sound();
    entries.erase(key);
    return entries;
}

class TestVocabularyFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void soundFile()
    {
        const auto tokenizer = load(sound());
        QVERIFY(tokenizer);
        QCOMPARE((*tokenizer)->size(), 257);
        QCOMPARE((*tokenizer)->eos(), 256);
        QCOMPARE((*tokenizer)->bos(), -1);
        QCOMPARE((*tokenizer)->preTokenizer(), QStringLiteral("qwen2"));
        QVERIFY((*tokenizer)->warnings().isEmpty());
        QVERIFY((*tokenizer)->chatTemplate().isEmpty());
    }

    void typesMayBeMissing()
    {
        const auto tokenizer = load(without("tokenizer.ggml.token_type"));
        QVERIFY(tokenizer);
        QCOMPARE((*tokenizer)->type('a'), TokenType::Normal);
        QVERIFY2((*tokenizer)->isControl(256), "by its name");
    }

    void refused_data()
    {
        QTest::addColumn<Entries>("entries");
        QTest::addColumn<QStringList>("words"); // that the sentence holds
        const auto row = [](const char* name, const Entries& entries, const QStringList& words) {
            QTest::newRow(name) << entries << words;
        };
        const auto longNames = [] {
            std::vector<QByteArray> result = names();
            result[7] = QByteArray(100'000, 'x');
            return result;
        };
        const QString tokens = QStringLiteral("tokenizer.ggml.tokens");
        row("#63 no vocabulary", {}, {QStringLiteral("no vocabulary")});
        row("another kind", with("tokenizer.ggml.model", MetaValue::string("llama")),
            {QStringLiteral("\"llama\""), QStringLiteral("gpt2")});
        row("kind is a number", with("tokenizer.ggml.model", MetaValue::uint32(1)),
            {QStringLiteral("tokenizer.ggml.model"), QStringLiteral("STRING"), QStringLiteral("UINT32")});
        row("no tokens", without("tokenizer.ggml.tokens"), {QStringLiteral("no tokens")});
        row("#55 fewer types", with("tokenizer.ggml.token_type", MetaValue::int32s({1, 1})),
            {QStringLiteral("257 tokens"), QStringLiteral("2 token types")});
        row("#55 no types", with("tokenizer.ggml.token_type", MetaValue::int32s({})),
            {QStringLiteral("tokenizer.ggml.token_type"), QStringLiteral("empty")});
        row("#55 fewer scores", with("tokenizer.ggml.scores", MetaValue::float32s({0, 0, 0})),
            {QStringLiteral("257 tokens"), QStringLiteral("3 scores")});
        row("#56 tokens are numbers", with("tokenizer.ggml.tokens", MetaValue::int32s({1, 2})),
            {tokens, QStringLiteral("STRING"), QStringLiteral("INT32")});
        row("#56 tokens are no array", with("tokenizer.ggml.tokens", MetaValue::string("a")),
            {tokens, QStringLiteral("array of STRING"), QStringLiteral("but is STRING")});
        row("#56 types are floats", with("tokenizer.ggml.token_type", MetaValue::float32s({1})),
            {QStringLiteral("tokenizer.ggml.token_type"), QStringLiteral("INT32"), QStringLiteral("FLOAT32")});
        row("#56 merges are numbers", with("tokenizer.ggml.merges", MetaValue::uint32s({1})),
            {QStringLiteral("tokenizer.ggml.merges"), QStringLiteral("STRING"), QStringLiteral("UINT32")});
        row("#56 scores are strings", with("tokenizer.ggml.scores", MetaValue::strings({"a"})),
            {QStringLiteral("tokenizer.ggml.scores"), QStringLiteral("FLOAT32"), QStringLiteral("STRING")});
        row("#62 huge name", with("tokenizer.ggml.tokens", MetaValue::strings(longNames())),
            {QStringLiteral("token 7"), QStringLiteral("100000 bytes")});
        row("#70 id is a string", with("tokenizer.ggml.bos_token_id", MetaValue::string("1")),
            {QStringLiteral("tokenizer.ggml.bos_token_id"), QStringLiteral("integer"), QStringLiteral("STRING")});
        row("#70 flag is a number", with("tokenizer.ggml.add_bos_token", MetaValue::float32(1)),
            {QStringLiteral("tokenizer.ggml.add_bos_token"), QStringLiteral("BOOL"), QStringLiteral("FLOAT32")});
        row("#70 rule is a number", with("tokenizer.ggml.pre", MetaValue::uint8(1)),
            {QStringLiteral("tokenizer.ggml.pre"), QStringLiteral("STRING"), QStringLiteral("UINT8")});
        row("#70 template is an array", with("tokenizer.chat_template", MetaValue::strings({"a"})),
            {QStringLiteral("tokenizer.chat_template"), QStringLiteral("STRING"), QStringLiteral("array of STRING")});
    }

    void refused()
    {
        QFETCH(Entries, entries);
        QFETCH(QStringList, words);
        const auto tokenizer = load(entries);
        QVERIFY(!tokenizer);
        for (const QString& word : words)
            QVERIFY2(tokenizer.error().message.contains(word), qPrintable(tokenizer.error().message));
    }

    void tolerated_data()
    {
        QTest::addColumn<Entries>("entries");
        QTest::addColumn<QString>("warning"); // words of it
        const auto changed = [](size_t id, const QByteArray& name) {
            std::vector<QByteArray> result = names();
            result[id] = name;
            return MetaValue::strings(result);
        };
        const auto retyped = [](size_t id, qint32 type) {
            std::vector<qint32> result = types();
            result[id] = type;
            return MetaValue::int32s(result);
        };
        Entries badByte = with("tokenizer.ggml.tokens", changed(256, "<0x-1>"));
        badByte.insert_or_assign("tokenizer.ggml.token_type", retyped(256, 6));
        QTest::newRow("#57 id too large")
            << with("tokenizer.ggml.eos_token_id", MetaValue::uint32(257)) << QStringLiteral("eos_token_id is 257");
        QTest::newRow("#57 negative id") << with("tokenizer.ggml.mask_token_id", MetaValue::int32(-3))
                                         << QStringLiteral("mask_token_id is -3");
        QTest::newRow("#58 malformed byte token") << badByte << QStringLiteral("type BYTE");
        QTest::newRow("#59 duplicate name")
            << with("tokenizer.ggml.tokens", changed(256, "a")) << QStringLiteral("token 256, \"a\"");
        QTest::newRow("#60 merge without separator")
            << with("tokenizer.ggml.merges", MetaValue::strings({"ab", "", " ", "a"})) << QStringLiteral("4 merges");
        QTest::newRow("#60 merge of unknown pieces")
            << with("tokenizer.ggml.merges", MetaValue::strings({"a b", "xx y"})) << QStringLiteral("2 merges");
        QTest::newRow("#61 name is no UTF-8")
            << with("tokenizer.ggml.tokens", changed('a', "\xFF\xC3")) << QStringLiteral("1 of the 256 bytes");
        QTest::newRow("type that does not exist")
            << with("tokenizer.ggml.token_type", retyped('a', 99)) << QStringLiteral("type that does not exist");
        QTest::newRow("unknown rule") << with("tokenizer.ggml.pre", MetaValue::string("x\ny"))
                                      << QStringLiteral("\"x\\ny\"");
    }

    void tolerated()
    {
        QFETCH(Entries, entries);
        QFETCH(QString, warning);
        const auto tokenizer = load(entries);
        QVERIFY(tokenizer);
        const QString warnings = (*tokenizer)->warnings().join(u'\n');
        QVERIFY2(warnings.contains(warning), qPrintable(warnings));
        QVERIFY(!(*tokenizer)->encode("xyz", {}).empty());
    }

    void firstOfDuplicatesWins()
    {
        std::vector<QByteArray> tokens = names();
        tokens[256] = "a";
        const auto tokenizer = load(with("tokenizer.ggml.tokens", MetaValue::strings(tokens)));
        QCOMPARE((*tokenizer)->encode("a", {}), std::vector<TokenId> {'a'});
        QCOMPARE((*tokenizer)->piece(256), QByteArray("a"));
    }

    void invalidNamesKeepTheirBytes()
    {
        std::vector<QByteArray> tokens = names();
        tokens['a'] = "\xFF\xC3";
        const auto tokenizer = load(with("tokenizer.ggml.tokens", MetaValue::strings(tokens)));
        QCOMPARE((*tokenizer)->piece('a'), QByteArray("\xFF\xC3"));
    }

    void specialIdThatIsOutOfRangeIsNone()
    {
        const auto tokenizer = load(with("tokenizer.ggml.eos_token_id", MetaValue::uint64(Q_UINT64_C(1) << 40)));
        QCOMPARE((*tokenizer)->eos(), -1);
    }

    /// The tokenizer keeps nothing of the file.
    void outlivesTheFile()
    {
        const auto tokenizer = load(with("tokenizer.chat_template", MetaValue::string("{{ messages }}")));
        QCOMPARE((*tokenizer)->name(256), QByteArrayView("<|endoftext|>"));
        QCOMPARE((*tokenizer)->chatTemplate(), QByteArrayView("{{ messages }}"));
    }
};

QTEST_APPLESS_MAIN(TestVocabularyFile)
#include "test_vocabulary_file.moc"
