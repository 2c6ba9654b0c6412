// SPDX-License-Identifier: GPL-3.0-or-later
// How each rule cuts a text into pieces.
#include "tokenizer/pre_tokenizer.h"
#include "tokenizer/unicode.h"

#include <QtTest>

#include <ctime>
#include <numeric>

using namespace lacuna::tokenizer;

/// The pieces of a text, joined by '_'.
static QByteArray pieces(QByteArrayView text, SplitRule rule)
{
    const std::vector<char32_t> codePoints = decodeUtf8(text);
    QByteArray joined;
    size_t at = 0;
    for (const qsizetype length : split(codePoints, rule)) {
        if (at > 0)
            joined += '_';
        for (const size_t end = at + static_cast<size_t>(length); at < end; ++at)
            appendUtf8(joined, codePoints[at]);
    }
    return joined;
}

class TestPreTokenizer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void singleDigits_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const char* text, const char* expected) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(expected);
        };
        row("nothing", "", "");
        row("words take the space before", "one two", "one_ two");
        row("words take one other character before", "(one)-two", "(one_)-_two");
        row("a word takes a tab, not a line end", "\tone\ntwo", "\tone_\n_two");
        row("digits stand alone", "a12 34", "a_1_2_ _3_4");
        row("digits of other scripts", "٣٤", "٣_٤");
        row("contractions, lower case", "it's we're I'll", "it_'s_ we_'re_ I_'ll");
        row("contractions, upper case", "IT'S WE'VE", "IT_'S_ WE_'VE");
        row("an apostrophe before other letters", "o'clock 'x", "o_'clock_ '_x");
        row("punctuation takes a space and line ends", "a ...\n\nb", "a_ ...\n\n_b");
        row("line ends", "a\r\n\n b", "a_\r\n\n_ b");
        row("spaces up to the last line end", "a \n \n  b", "a_ \n \n_ _ b");
        row("the last space goes with the word", "a   b", "a_  _ b");
        row("spaces before a digit", "a   1", "a_  _ _1");
        row("spaces at the end", "a   ", "a_   ");
        row("combining marks end a word", "e\u0301e", "e_\u0301e");
        row("no-break space before a word", "a\u00A0b", "a_\u00A0b");
        row("Chinese", "一二，三。", "一二_，三_。");
    }

    void singleDigits()
    {
        QFETCH(QByteArray, text);
        QTEST(pieces(text, SplitRule::SingleDigits), "expected");
    }

    void tripleDigits()
    {
        QCOMPARE(pieces("a1234567 12", SplitRule::TripleDigits), QByteArray("a_123_456_7_ _12"));
        QCOMPARE(pieces("it's 'S\n", SplitRule::TripleDigits), QByteArray("it_'s_ '_S_\n"));
    }

    void gpt2()
    {
        QCOMPARE(pieces("a1234 56 (b) it's IT'S", SplitRule::Gpt2), QByteArray("a_1234_ 56_ (_b_)_ it_'s_ IT_'_S"));
        QCOMPARE(pieces("a\n\n b", SplitRule::Gpt2), QByteArray("a_\n\n_ b"));
        QCOMPARE(pieces("x!\ny", SplitRule::Gpt2), QByteArray("x_!_\n_y"));
    }

    void unnamed()
    {
        QCOMPARE(pieces("a, b 12345 +x", SplitRule::Unnamed), QByteArray("a_,_ b_ _123_45_ _+_x"));
        QCOMPARE(pieces("it's", SplitRule::Unnamed), QByteArray("it_'_s"));
    }

    void names_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<SplitRule>("rule");
        for (const char* name : {"bailingmoe", "bailingmoe2", "llada-moe", "qwen2", "deepseek-r1-qwen", "stablelm2"})
            QTest::newRow(name) << QByteArray(name) << SplitRule::SingleDigits;
        for (const char* name : {"llama-bpe", "llama3", "dbrx"})
            QTest::newRow(name) << QByteArray(name) << SplitRule::TripleDigits;
        for (const char* name : {"gpt-2", "olmo"})
            QTest::newRow(name) << QByteArray(name) << SplitRule::Gpt2;
        QTest::newRow("default") << QByteArray("default") << SplitRule::Unnamed;
    }

    void names()
    {
        QFETCH(QByteArray, name);
        const PreTokenizer* found = findPreTokenizer(name);
        QVERIFY(found);
        QTEST(found->rule, "rule");
    }

    void unknownName() { QVERIFY(!findPreTokenizer("qwen2 ")); }

    /// No rule may take time that grows with the square of a run's length.
    void longRuns_data()
    {
        QTest::addColumn<SplitRule>("rule");
        QTest::newRow("single digits") << SplitRule::SingleDigits;
        QTest::newRow("triple digits") << SplitRule::TripleDigits;
        QTest::newRow("gpt-2") << SplitRule::Gpt2;
        QTest::newRow("unnamed") << SplitRule::Unnamed;
    }

    void longRuns()
    {
        QFETCH(SplitRule, rule);
        for (const char32_t character : U"a1! \n'é") {
            const std::vector<char32_t> text(100'000, character);
            const std::clock_t begin = std::clock();
            const std::vector<qsizetype> lengths = split(text, rule);
            QVERIFY2(std::clock() - begin < CLOCKS_PER_SEC, "100 000 characters in less than a second");
            QCOMPARE(std::accumulate(lengths.begin(), lengths.end(), qsizetype(0)), qsizetype(100'000));
        }
    }
};

QTEST_APPLESS_MAIN(TestPreTokenizer)
#include "test_pre_tokenizer.moc"
