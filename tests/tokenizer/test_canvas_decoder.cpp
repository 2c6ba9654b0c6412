// SPDX-License-Identifier: GPL-3.0-or-later
// What half-settled canvases show.
#include "tokenizer/canvas_decoder.h"
#include "tokenizer/small_vocabulary.h"

#include <QtTest>

using namespace lacuna;
using namespace lacuna::tokenizer;

/// A canvas in words: bytes are tokens, '_' is a mask, '#' a control token.
static std::vector<TokenId> canvas(const QByteArray& picture, TokenId mask, TokenId control)
{
    std::vector<TokenId> ids;
    for (const char byte : picture)
        ids.push_back(byte == '_' ? mask : byte == '#' ? control : static_cast<unsigned char>(byte));
    return ids;
}

class TestCanvasDecoder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        SmallVocabulary vocabulary;
        m_mask = vocabulary.add("<|mdm_mask|>", TokenType::Control);
        m_control = vocabulary.add("<|eot_id|>", TokenType::Control);
        m_hello = vocabulary.addWord("hello");
        m_halves = vocabulary.addWord("x\xC3");
        vocabulary.data.mask = m_mask;
        m_tokenizer = vocabulary.tokenizer();
        QVERIFY(m_tokenizer);
    }

    /// Cells are joined by '|'; a mask is "_", an incomplete cell ends in '?', a joined one is "+", a control token
    /// "#".
    void cells_data()
    {
        QTest::addColumn<QByteArray>("picture");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* picture, const char16_t* expected) {
            QTest::newRow(name) << QByteArray(picture) << QString::fromUtf16(expected);
        };
        row("empty", "", u"");
        row("letters and masks", "a_b", u"a|_|b");
        row("a character over two cells", "\xC3\xA9", u"é|+");
        row("over four cells", "\xF0\x9F\x98\x80!", u"😀|+|+|+|!");
        row("its end masked", "\xC3_", u"▯?|_");
        row("its middle masked", "\xE2_\xAC", u"▯?|_|▯?");
        row("its begin masked", "_\xA9z", u"_|▯?|z");
        row("two of three bytes, then a mask", "\xE2\x82_", u"▯?|?|_");
        row("a mask, then two of three bytes", "_\x82\xACz", u"_|▯?|?|z");
        row("a mask, then more than a mask can repair", "_\x80\x80\x80\x80", u"_|▯?|?|?|\uFFFD");
        row("cut off by the end of the canvas", "a\xC3", u"a|\uFFFD");
        row("cut off by a control token", "\xC3#\xA9", u"\uFFFD|#|\uFFFD");
        row("cut off by a letter", "\xE2\x82z_", u"\uFFFD|+|z|_");
        row("no UTF-8 at all", "\xFF_", u"\uFFFD|_");
        row("over-long", "\xC0\xAF", u"\uFFFD|\uFFFD");
        row("surrogate", "\xED\xA0\x80", u"\uFFFD|\uFFFD|\uFFFD");
        row("first continuation out of range before a mask", "\xE0\x80_", u"\uFFFD|\uFFFD|_");
        row("masks only", "___", u"_|_|_");
    }

    void cells()
    {
        QFETCH(QByteArray, picture);
        QStringList shown;
        for (const CanvasCell& cell : CanvasDecoder(m_tokenizer).cells(canvas(picture, m_mask, m_control))) {
            switch (cell.kind) {
            case CanvasCell::Kind::Mask:
                shown += QStringLiteral("_");
                break;
            case CanvasCell::Kind::Text:
                shown += cell.text;
                break;
            case CanvasCell::Kind::Joined:
                shown += cell.text + u'+';
                break;
            case CanvasCell::Kind::Incomplete:
                shown += cell.text + u'?';
                break;
            case CanvasCell::Kind::Special:
                QCOMPARE(cell.text, QStringLiteral("<|eot_id|>"));
                shown += QStringLiteral("#");
                break;
            }
        }
        QTEST(shown.join(u'|'), "expected");
    }

    void tokensOfSeveralBytes()
    {
        const auto cells =
            CanvasDecoder(m_tokenizer).cells(std::vector<TokenId> {m_hello, m_halves, 0xA9, m_halves, m_mask});
        QCOMPARE(cells[0].text, QStringLiteral("hello"));
        QCOMPARE(cells[1].text, QStringLiteral("xé"));
        QCOMPARE(cells[1].kind, CanvasCell::Kind::Text);
        QCOMPARE(cells[2].kind, CanvasCell::Kind::Joined);
        QCOMPARE(cells[3].text, QStringLiteral("x▯"));
        QCOMPARE(cells[3].kind, CanvasCell::Kind::Incomplete);
    }

    void settlingCompletes()
    {
        const CanvasDecoder decoder(m_tokenizer);
        const QByteArray steps[] = {"___", "_\x82_", "\xE2\x82_", "\xE2\x82\xAC"};
        const QString expected[] = {QStringLiteral("···"), QStringLiteral("·▯·"), QStringLiteral("▯·"),
                                    QStringLiteral("€")};
        for (size_t i = 0; i < std::size(steps); ++i)
            QCOMPARE(decoder.text(canvas(steps[i], m_mask, m_control), u"·"), expected[i]);
    }

    void textOfAWholeCanvas()
    {
        QCOMPARE(CanvasDecoder(m_tokenizer).text(canvas("a_\xC3\xA9#", m_mask, m_control), u"[]"),
                 QStringLiteral("a[]é"));
    }

    void idsOutOfRangeShowNothing()
    {
        const auto cells = CanvasDecoder(m_tokenizer).cells(std::vector<TokenId> {-7, 'a', 1 << 30});
        QCOMPARE(cells[0].text + cells[1].text + cells[2].text, QStringLiteral("a"));
    }

private:
    TokenId m_mask = -1;
    TokenId m_control = -1;
    TokenId m_hello = -1;
    TokenId m_halves = -1;
    std::shared_ptr<const Tokenizer> m_tokenizer;
};

QTEST_APPLESS_MAIN(TestCanvasDecoder)
#include "test_canvas_decoder.moc"
