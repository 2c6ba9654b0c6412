// SPDX-License-Identifier: GPL-3.0-or-later
// Encoding and decoding on vocabularies made by hand: what the golden ids do not show.
#include "tokenizer/small_vocabulary.h"

#include <QtTest>

#include <ctime>

using namespace lacuna;
using namespace lacuna::tokenizer;

using Ids = std::vector<TokenId>;
using Bos = Tokenizer::Bos;

class TestTokenizer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void mergesByRank()
    {
        SmallVocabulary vocabulary;
        // "abc" could be a+bc or ab+c: the merge of lower rank comes first, wherever it stands.
        vocabulary.addMerge("b c");
        vocabulary.addMerge("a b");
        const TokenId bc = vocabulary.add("bc");
        const TokenId ab = vocabulary.add("ab");
        const auto tokenizer = vocabulary.tokenizer();
        QVERIFY(tokenizer);
        QCOMPARE(tokenizer->encode("abc", {}), (Ids {'a', bc}));
        QCOMPARE(tokenizer->encode("abab", {}), (Ids {ab, ab}));
        QCOMPARE(tokenizer->encode("", {}), Ids());
    }

    void equalRanksFromTheLeft()
    {
        SmallVocabulary vocabulary;
        const TokenId aa = vocabulary.addWord("aa");
        QCOMPARE(vocabulary.tokenizer()->encode("aaaaa", {}), (Ids {aa, aa, 'a'}));
    }

    void specialTokensOnRequest()
    {
        SmallVocabulary vocabulary;
        const TokenId end = vocabulary.add("<|eot_id|>", TokenType::Control);
        const TokenId unknown = vocabulary.add("<unk>", TokenType::Unknown);
        const TokenId think = vocabulary.add("<think>", TokenType::UserDefined);
        const auto tokenizer = vocabulary.tokenizer();
        QCOMPARE(tokenizer->encode("x<|eot_id|><unk><think>y", {}), (Ids {'x', end, unknown, think, 'y'}));

        const Ids plain = tokenizer->encode("<|eot_id|><unk><think>", {.parseSpecial = false});
        QCOMPARE(tokenizer->decode(plain), QByteArray("<|eot_id|><unk><think>"));
        QVERIFY2(std::none_of(plain.begin(), plain.end(), [&](TokenId id) { return tokenizer->isControl(id); }),
                 "a user's text forges no control token");
        QVERIFY2(plain.back() == think, "content tokens are found in any text");
    }

    void longestSpecialTokenFirst()
    {
        SmallVocabulary vocabulary;
        const TokenId one = vocabulary.add("<a>", TokenType::Control);
        const TokenId two = vocabulary.add("<a><a>", TokenType::Control);
        const TokenId tail = vocabulary.add("a><", TokenType::Control);
        const auto tokenizer = vocabulary.tokenizer();
        QCOMPARE(tokenizer->encode("<a><a><a>", {}), (Ids {two, one}));
        QVERIFY2(tokenizer->encode("<a><", {}) == (Ids {one, '<'}), "of one length, the leftmost");
        QCOMPARE(tokenizer->encode("a><", {}), Ids {tail});
    }

    void plainTextNeverBecomesControl()
    {
        SmallVocabulary vocabulary;
        vocabulary.data.preTokenizer = "llama-bpe"; // takes whole pieces
        vocabulary.add("###", TokenType::Control);
        vocabulary.addMerge("= =");
        vocabulary.add("==", TokenType::Control);
        const auto tokenizer = vocabulary.tokenizer();
        QCOMPARE(tokenizer->encode("###", {.parseSpecial = false}), (Ids {'#', '#', '#'}));
        QCOMPARE(tokenizer->encode("==", {.parseSpecial = false}), (Ids {'=', '='}));
    }

    void wholePieces()
    {
        SmallVocabulary vocabulary;
        const TokenId word = vocabulary.add("Ġxyzzy");
        QCOMPARE(vocabulary.tokenizer()->encode(" xyzzy", {}).size(), size_t(6));
        vocabulary.data.preTokenizer = "llama-bpe";
        QCOMPARE(vocabulary.tokenizer()->encode(" xyzzy", {}), Ids {word});
    }

    void bos_data()
    {
        QTest::addColumn<bool>("fileAdds");
        QTest::addColumn<Bos>("bos");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("count");
        QTest::newRow("auto, file says yes") << true << Bos::Auto << QByteArray("x") << 1;
        QTest::newRow("auto, file says no") << false << Bos::Auto << QByteArray("x") << 0;
        QTest::newRow("on") << false << Bos::On << QByteArray("x") << 1;
        QTest::newRow("off") << true << Bos::Off << QByteArray("x") << 0;
        QTest::newRow("on, empty text") << false << Bos::On << QByteArray() << 1;
        QTest::newRow("auto, text has one") << true << Bos::Auto << QByteArray("<s>x") << 1;
        QTest::newRow("on, text has one") << true << Bos::On << QByteArray("<s>x") << 1;
        QTest::newRow("off, text has one") << true << Bos::Off << QByteArray("<s>x") << 1;
    }

    void bos()
    {
        QFETCH(bool, fileAdds);
        QFETCH(Bos, bos);
        QFETCH(QByteArray, text);
        SmallVocabulary vocabulary;
        const TokenId start = vocabulary.add("<s>", TokenType::Control);
        vocabulary.data.bos = start;
        vocabulary.data.addBos = fileAdds;
        const Ids ids = vocabulary.tokenizer()->encode(text, {.bos = bos});
        QTEST(static_cast<int>(std::count(ids.begin(), ids.end(), start)), "count");
        QVERIFY(std::find(ids.begin(), ids.end(), start) == ids.end() || ids.front() == start);
    }

    void bosWhereTheFileIsSilent()
    {
        SmallVocabulary vocabulary;
        vocabulary.data.bos = vocabulary.add("<s>", TokenType::Control);
        QVERIFY(!vocabulary.tokenizer()->addsBos());
        vocabulary.data.preTokenizer = "llama-bpe";
        QVERIFY2(vocabulary.tokenizer()->addsBos(), "as llama.cpp has it for this rule");
        vocabulary.data.bos.reset();
        QVERIFY(!vocabulary.tokenizer()->addsBos());
        QCOMPARE(vocabulary.tokenizer()->warnings().size(), 1);
    }

    void pieces()
    {
        SmallVocabulary vocabulary;
        const TokenId word = vocabulary.addWord(" né");
        const TokenId control = vocabulary.add("<|x|>", TokenType::Control);
        const TokenId content = vocabulary.add("Ġ", TokenType::UserDefined);
        const TokenId unused = vocabulary.add("[PAD9]", TokenType::Unused);
        const TokenId byte = vocabulary.add("<0xfF>", TokenType::Byte);
        const auto tokenizer = vocabulary.tokenizer();
        QCOMPARE(tokenizer->piece(word), QByteArray(" né"));
        QCOMPARE(tokenizer->piece(control), QByteArray("<|x|>"));
        QCOMPARE(tokenizer->piece(content), QByteArray("Ġ"));
        QCOMPARE(tokenizer->piece(unused), QByteArray());
        QCOMPARE(tokenizer->piece(byte), QByteArray("\xFF"));
        QCOMPARE(tokenizer->piece(-1), QByteArray());
        QCOMPARE(tokenizer->piece(tokenizer->size()), QByteArray());
        QCOMPARE(tokenizer->decode(Ids {word, control, 'x', -5, 1 << 30}), QByteArray(" néx"));
        QCOMPARE(tokenizer->decode(Ids {word, control, 'x'}, true), QByteArray(" né<|x|>x"));
    }

    void decodingIsTheInverse()
    {
        SmallVocabulary vocabulary;
        vocabulary.addWord(" the");
        const auto tokenizer = vocabulary.tokenizer();
        constexpr char Nasty[] = "Nasty: the \0 \r\n\t 123 \xED\xA0\x80 é 😀  the";
        const QByteArray text(Nasty, sizeof Nasty - 1);
        QCOMPARE(tokenizer->decode(tokenizer->encode(text, {})), text);
        QCOMPARE(tokenizer->decode(tokenizer->encode("a\xFF\x80z", {})), QByteArray("a\uFFFD\uFFFDz"));
    }

    void ends()
    {
        SmallVocabulary vocabulary;
        vocabulary.data.eos = vocabulary.add("<|endoftext|>", TokenType::Control);
        const TokenId turn = vocabulary.add("<|im_end|>"); // typed NORMAL, as some files have it
        vocabulary.data.mask = vocabulary.add("<|mask|>", TokenType::Control);
        const TokenId unused = vocabulary.add("[PAD259]", TokenType::Unused);
        const auto tokenizer = vocabulary.tokenizer();
        QCOMPARE(tokenizer->eot(), turn);
        QVERIFY(tokenizer->isControl(turn));
        QVERIFY(tokenizer->isEnd(turn));
        QVERIFY(tokenizer->isEnd(tokenizer->eos()));
        QVERIFY(!tokenizer->isEnd('x') && !tokenizer->isEnd(-1) && !tokenizer->isEnd(tokenizer->mask()));
        QVERIFY(tokenizer->canBeGenerated('x') && tokenizer->canBeGenerated(turn));
        QVERIFY(!tokenizer->canBeGenerated(tokenizer->mask()) && !tokenizer->canBeGenerated(unused));
        QVERIFY(!tokenizer->canBeGenerated(-1) && !tokenizer->canBeGenerated(tokenizer->size()));
    }

    void endOfTurnFromTheFile()
    {
        SmallVocabulary vocabulary;
        vocabulary.add("<|im_end|>", TokenType::Control);
        vocabulary.data.eot = vocabulary.add("<stop>", TokenType::Control);
        const auto tokenizer = vocabulary.tokenizer();
        QCOMPARE(tokenizer->eot(), TokenId(*vocabulary.data.eot));
        QVERIFY(tokenizer->isEnd(tokenizer->eot()));
    }

    void preTokenizerWarnings()
    {
        SmallVocabulary vocabulary;
        QVERIFY(vocabulary.tokenizer()->warnings().isEmpty());
        vocabulary.data.preTokenizer = "no-such-rule";
        QCOMPARE(vocabulary.tokenizer()->preTokenizer(), QStringLiteral("gpt-2"));
        QVERIFY(vocabulary.tokenizer()->warnings().join(u' ').contains(QStringLiteral("no-such-rule")));
        vocabulary.data.preTokenizer.reset();
        QCOMPARE(vocabulary.tokenizer()->preTokenizer(), QStringLiteral("default"));
        QCOMPARE(vocabulary.tokenizer()->warnings().size(), 1);
    }

    void missingBytesAreLeftOut()
    {
        SmallVocabulary vocabulary;
        vocabulary.data.tokens['b'] = "zz";
        const auto tokenizer = vocabulary.tokenizer();
        QCOMPARE(tokenizer->encode("abc", {}), (Ids {'a', 'c'}));
        QVERIFY(tokenizer->warnings().join(u' ').contains(QStringLiteral("1 of the 256 bytes")));
    }

    void longWords_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("one letter") << QByteArray(100'000, 'a');
        QTest::newRow("a word over and over") << QByteArray("lacuna").repeated(17'000);
        QTest::newRow("special tokens") << QByteArray("<|eot_id|>").repeated(10'000);
        QTest::newRow("look-alikes") << QByteArray("<|eot_id|").repeated(10'000);
        QTest::newRow("spaces") << QByteArray(100'000, ' ') + 'x';
    }

    void longWords()
    {
        QFETCH(QByteArray, text);
        SmallVocabulary vocabulary;
        vocabulary.addWord("aaaaaaaaaaaaaaaa");
        vocabulary.addWord("lacuna");
        vocabulary.addWord("  ");
        vocabulary.add("<|eot_id|>", TokenType::Control);
        const auto tokenizer = vocabulary.tokenizer();
        const std::clock_t begin = std::clock(); // processor time: what else runs on the machine does not count
        const Ids ids = tokenizer->encode(text, {});
        QVERIFY2(std::clock() - begin < CLOCKS_PER_SEC, "100 kB in less than a second");
        QCOMPARE(tokenizer->decode(ids, true), text);
    }
};

QTEST_APPLESS_MAIN(TestTokenizer)
#include "test_tokenizer.moc"
