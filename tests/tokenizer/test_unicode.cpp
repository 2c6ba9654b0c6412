// SPDX-License-Identifier: GPL-3.0-or-later
// Character classes and the reading of UTF-8, as llama.cpp has them.
#include "tokenizer/byte_alphabet.h"
#include "tokenizer/unicode.h"

#include <QCryptographicHash>
#include <QtTest>

using namespace lacuna::tokenizer;

using CodePoints = std::vector<char32_t>;

class TestUnicode : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void characterClasses_data()
    {
        QTest::addColumn<char32_t>("character");
        QTest::addColumn<CharClass>("charClass");
        QTest::newRow("letter") << U'a' << CharClass::Letter;
        QTest::newRow("letter of Unicode 15.1") << U'\U0002EBF0' << CharClass::Letter;
        QTest::newRow("modifier letter") << U'\u02B0' << CharClass::Letter;
        QTest::newRow("combining mark") << U'\u0301' << CharClass::Other;
        QTest::newRow("Arabic digit") << U'\u0663' << CharClass::Number;
        QTest::newRow("Roman numeral") << U'\u2167' << CharClass::Number;
        QTest::newRow("fraction") << U'\u00BD' << CharClass::Number;
        QTest::newRow("punctuation") << U'!' << CharClass::Punctuation;
        QTest::newRow("symbol") << U'+' << CharClass::Other;
        QTest::newRow("line feed") << U'\n' << CharClass::Whitespace;
        QTest::newRow("next line") << U'\u0085' << CharClass::Whitespace;
        QTest::newRow("ideographic space") << U'\u3000' << CharClass::Whitespace;
        QTest::newRow("zero-width space") << U'\u200B' << CharClass::Other;
        QTest::newRow("unit separator") << U'\u001F' << CharClass::Other;
        QTest::newRow("replacement character") << U'\uFFFD' << CharClass::Other;
        QTest::newRow("surrogate") << char32_t(0xD800) << CharClass::Other;
        QTest::newRow("unassigned") << U'\u0378' << CharClass::Other;
        QTest::newRow("last code point") << U'\U0010FFFF' << CharClass::Other;
    }

    void characterClasses()
    {
        QFETCH(char32_t, character);
        QTEST(charClass(character), "charClass");
    }

    /// All code points at once. The digest was made by tests/reference/dump_classes, that is by libllama 0.7.0.
    void allClassesAreThoseOfLlamaCpp()
    {
        QByteArray classes;
        for (char32_t codePoint = 0; codePoint < 0x110000; ++codePoint)
            classes += "OLNWP"[static_cast<int>(charClass(codePoint))];
        QCOMPARE(QCryptographicHash::hash(classes, QCryptographicHash::Sha256).toHex(),
                 QByteArray("83932a926016387cca14d9cc32ca5a7dabd7c9107afde7df8342e34e890d8a7b"));
    }

    void reading_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<CodePoints>("codePoints");
        constexpr char32_t Bad = 0xFFFD;
        QTest::newRow("empty") << QByteArray() << CodePoints {};
        QTest::newRow("one to four bytes")
            << QByteArray("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80") << CodePoints {U'a', U'é', U'€', U'😀'};
        QTest::newRow("NUL") << QByteArray("\0", 1) << CodePoints {0};
        QTest::newRow("lone continuation") << QByteArray("\x80"
                                                         "a")
                                           << CodePoints {Bad, U'a'};
        QTest::newRow("cut off by a letter") << QByteArray("\xF0\x9F\x98"
                                                           "a")
                                             << CodePoints {Bad, Bad, Bad, U'a'};
        QTest::newRow("cut off by the end") << QByteArray("\xE2\x82") << CodePoints {Bad, Bad};
        QTest::newRow("over-long, two bytes") << QByteArray("\xC1\xBF") << CodePoints {Bad, Bad};
        QTest::newRow("over-long, three bytes") << QByteArray("\xE0\x9F\xBF") << CodePoints {Bad, Bad, Bad};
        QTest::newRow("over-long, four bytes") << QByteArray("\xF0\x8F\xBF\xBF") << CodePoints {Bad, Bad, Bad, Bad};
        QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << CodePoints {0xD800};
        QTest::newRow("last code point") << QByteArray("\xF4\x8F\xBF\xBF") << CodePoints {0x10FFFF};
        QTest::newRow("beyond it") << QByteArray("\xF4\x90\x80\x80") << CodePoints {Bad, Bad, Bad, Bad};
        QTest::newRow("never used") << QByteArray("\xFF\xFE") << CodePoints {Bad, Bad};
    }

    void reading()
    {
        QFETCH(QByteArray, bytes);
        QTEST(decodeUtf8(bytes), "codePoints");
    }

    void writingIsTheInverse()
    {
        QByteArray bytes;
        CodePoints codePoints;
        for (char32_t codePoint = 0; codePoint < 0x110000; codePoint += 7) {
            appendUtf8(bytes, codePoint);
            codePoints.push_back(codePoint);
        }
        QCOMPARE(decodeUtf8(bytes), codePoints);
    }

    void alphabetOfBytes()
    {
        QByteArray bytes;
        for (int byte = 0; byte < 256; ++byte)
            bytes += static_cast<char>(byte);
        QCOMPARE(fromAlphabet(toAlphabet(bytes)), bytes);
        QCOMPARE(toAlphabet(QByteArrayView(" a\n\t~")), QByteArray("ĠaĊĉ~"));
        QCOMPARE(toAlphabet(char(0)), QByteArray("Ā"));
        QCOMPARE(toAlphabet(char(0xAD)), QByteArray("Ń"));
    }

    void whatIsNotOfTheAlphabetStays() { QCOMPARE(fromAlphabet("Ġ€\xFF\xC3"), QByteArray(" €\xFF\xC3")); }
};

QTEST_APPLESS_MAIN(TestUnicode)
#include "test_unicode.moc"
