// SPDX-License-Identifier: GPL-3.0-or-later
// Text from files on its way to a screen.
#include "gguf/text.h"

#include <QtTest>

using namespace lacuna::gguf;

class TestText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void escaping_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const QByteArray& bytes, const char* text) {
            QTest::newRow(name) << bytes << QString::fromUtf8(text);
        };
        row("plain", "hello", "hello");
        row("UTF-8", "Grüße, 世界 🤖", "Grüße, 世界 🤖");
        row("white space", "a\tb\nc\rd e", "a\\tb\\nc\\rd e");
        row("backslash", "a\\n", "a\\\\n");
        row("terminal sequence", "\x1b[2J\x07", "\\x1b[2J\\x07");
        row("zero byte", QByteArray("a\0b", 3), "a\\x00b");
        row("C1 control", "\xc2\x9b", "\\u{009b}");
        row("right-to-left override",
            "a\xe2\x80\xae"
            "b",
            "a\\u{202e}b");
        row("zero-width joiner", "\xe2\x80\x8d", "\\u{200d}");
        row("line separator", "\xe2\x80\xa8", "\\u{2028}");
        row("tag character", "\xf3\xa0\x80\x81", "\\u{e0001}");
        row("stray continuation", "a\x80z", "a\\x80z");
        row("cut off", "\xe4\xb8", "\\xe4\\xb8");
        row("overlong", "\xc0\x80", "\\xc0\\x80");
        row("overlong in three", "\xe0\x80\x80", "\\xe0\\x80\\x80");
        row("surrogate", "\xed\xa0\x80", "\\xed\\xa0\\x80");
        row("beyond Unicode", "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80");
        row("no lead byte", "\xff\xfe", "\\xff\\xfe");
    }

    void escaping()
    {
        QFETCH(QByteArray, bytes);
        QTEST(escaped(bytes), "text");
    }

    void quotingCutsBetweenCharacters()
    {
        QCOMPARE(quoted("short"), QStringLiteral("\"short\""));
        const QString cut = quoted(QByteArray(79, 'a') + QByteArray("ü").repeated(10));
        QCOMPARE(cut, u'"' + QString(79, u'a') + QStringLiteral("…\" (99 bytes)"));
    }

    void pathsKeepBackslashes()
    {
        QCOMPARE(shownPath(QStringLiteral("/tmp/a\\b\x1b.gguf")).endsWith(QStringLiteral("a\\b\\x1b.gguf")), true);
    }
};

QTEST_APPLESS_MAIN(TestText)
#include "test_text.moc"
