// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/answer_text.h"

#include "support/small_tokenizer.h"

#include <QTest>

using namespace lacuna;
using namespace lacuna::support;
using namespace lacuna::session;

using Ids = std::vector<TokenId>;

class TestAnswerText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textAndItsTokens_data()
    {
        QTest::addColumn<Ids>("ids");
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("tokens");
        const QString gap = QStringLiteral("…");

        QTest::newRow("nothing") << Ids {} << QString() << 0;
        QTest::newRow("words") << Ids {Hello, World} << QStringLiteral("Hello world") << 2;
        QTest::newRow("up to EOS") << Ids {Hello, Eos, World} << QStringLiteral("Hello") << 1;
        QTest::newRow("up to EOT") << Ids {Hello, Eot, Eos, World} << QStringLiteral("Hello") << 1;
        QTest::newRow("only an end") << Ids {Eos, Eos} << QString() << 0;
        QTest::newRow("blanks at the end") << Ids {Hello, LineFeed, Blank, LineFeed} << QStringLiteral("Hello") << 1;
        QTest::newRow("blanks before the end token")
            << Ids {Hello, LineFeed, LineFeed, Eos} << QStringLiteral("Hello") << 1;
        QTest::newRow("blanks inside stay")
            << Ids {Hello, LineFeed, LineFeed, Hello} << QStringLiteral("Hello\n\nHello") << 4;
        QTest::newRow("only blanks") << Ids {LineFeed, Blank} << QString() << 0;
        QTest::newRow("masks at the end") << Ids {Hello, World, Mask, Mask} << QStringLiteral("Hello world") << 2;
        QTest::newRow("gaps") << Ids {Mask, Hello, Mask, Mask, World}
                              << gap + QStringLiteral("Hello") + gap + QStringLiteral(" world") << 2;
        QTest::newRow("a character in two tokens") << Ids {ChineseHead, ChineseTail} << QStringLiteral("中") << 2;
        QTest::newRow("half a character") << Ids {Hello, ChineseHead} << QStringLiteral("Hello\ufffd\ufffd") << 2;
    }

    void textAndItsTokens()
    {
        QFETCH(Ids, ids);
        const auto tokenizer = smallTokenizer();
        QTEST(visibleText(*tokenizer, ids), "text");
        QTEST(visibleTokens(*tokenizer, ids), "tokens");
    }
};

QTEST_GUILESS_MAIN(TestAnswerText)
#include "test_answer_text.moc"
