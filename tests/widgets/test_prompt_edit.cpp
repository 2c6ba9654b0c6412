// SPDX-License-Identifier: GPL-3.0-or-later
// The prompt field keeps what is written and pasted as it is, however long, while it stores long lines in parts.
#include "widgets/chat/markdown_view.h"
#include "widgets/chat/prompt_edit.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>

using lacuna::widgets::PromptEdit;

namespace {

void paste(PromptEdit& edit, const QString& text)
{
    QGuiApplication::clipboard()->setText(text);
    edit.paste();
}

QString copied(PromptEdit& edit)
{
    edit.selectAll();
    edit.copy();
    return QGuiApplication::clipboard()->text();
}

} // namespace

class TestPromptEdit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pastedTextIsKeptAsItIs_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("words") << QStringLiteral("some words");
        QTest::newRow("lines") << QStringLiteral("\none\n\n two\nthree\n");
        QTest::newRow("no-break space") << QStringLiteral("12\u00a0km");
        QTest::newRow("a line of a million") << QStringLiteral("0123456789").repeated(100'000);
        QTest::newRow("many lines") << QStringLiteral("Some words of a long text.\n").repeated(40'000);
        QTest::newRow("a long line between short ones")
            << QStringLiteral("a\n") + QStringLiteral("x y ").repeated(5'000) + QStringLiteral("\nb");
        // every part of a long line that is cut at an even number would cut one of these
        QTest::newRow("surrogates") << QStringLiteral("a") + QStringLiteral("\U0001F600").repeated(40'000);
    }
    void pastedTextIsKeptAsItIs()
    {
        QFETCH(QString, text);
        PromptEdit edit;
        edit.show();
        QTest::keyClicks(&edit, QStringLiteral("<>"));
        edit.moveCursor(QTextCursor::Left);
        paste(edit, text);
        QTRY_VERIFY(!edit.isInserting());
        QCOMPARE(edit.text(), QLatin1Char('<') + text + QLatin1Char('>'));
        QCOMPARE(edit.textCursor().position(), edit.document()->characterCount() - 2); // after what was pasted
        QCOMPARE(copied(edit), edit.text());
        const QString before = edit.text();
        edit.undo();
        QCOMPARE(edit.text(), QStringLiteral("<>"));
        edit.redo();
        QCOMPARE(edit.text(), before);
        for (QTextBlock block = edit.document()->begin(); block.isValid(); block = block.next())
            QVERIFY2(block.length() <= 4'002, "takes too long to lay out");
    }

    void aSecondLongTextWaitsForTheFirst()
    {
        PromptEdit edit;
        const QString first = QStringLiteral("first ").repeated(30'000);
        const QString second = QStringLiteral("second ").repeated(30'000);
        paste(edit, first);
        const QString part = edit.text();
        QVERIFY(part.size() < first.size());
        paste(edit, second);
        QCOMPARE(edit.text(), part); // nothing of a long text goes in at once
        paste(edit, QStringLiteral("third"));
        QTRY_VERIFY(!edit.isInserting());
        QCOMPARE(edit.text(), first + second + QStringLiteral("third"));
        edit.undo();
        QCOMPARE(edit.text(), first + second);
    }

    void windowsLinesBecomeLines()
    {
        PromptEdit edit;
        paste(edit, QStringLiteral("one\r\ntwo\r\n").repeated(10'000));
        QTRY_VERIFY(!edit.isInserting());
        QCOMPARE(edit.text(), QStringLiteral("one\ntwo\n").repeated(10'000));
    }

    void aLongLineCanBeEdited()
    {
        PromptEdit edit;
        const QString line = QStringLiteral("0123456789").repeated(1'000);
        paste(edit, line);
        QTextCursor cursor(edit.document());
        cursor.setPosition(6'000); // in the second part
        edit.setTextCursor(cursor);
        QTest::keyClick(&edit, Qt::Key_Return, Qt::ShiftModifier);
        paste(edit, QStringLiteral("a\nb"));
        QString wanted = line;
        wanted.insert(edit.text().indexOf(u'\n'), QStringLiteral("\na\nb"));
        QCOMPARE(edit.text(), wanted);
        edit.setText(QStringLiteral("new"));
        QCOMPARE(edit.text(), QStringLiteral("new"));
    }

    void pastingReplacesTheSelection()
    {
        PromptEdit edit;
        edit.setText(QStringLiteral("one two three"));
        QTextCursor cursor(edit.document());
        cursor.setPosition(4);
        cursor.setPosition(7, QTextCursor::KeepAnchor);
        edit.setTextCursor(cursor);
        paste(edit, QStringLiteral("2"));
        QCOMPARE(edit.text(), QStringLiteral("one 2 three"));
        edit.undo();
        QCOMPARE(edit.text(), QStringLiteral("one two three"));
    }

    void aNewTextEndsAnInsertion()
    {
        PromptEdit edit;
        QSignalSpy changed(&edit, &QPlainTextEdit::textChanged);
        edit.setText(QStringLiteral("words ").repeated(50'000));
        QVERIFY(edit.isInserting());
        edit.setText(QStringLiteral("short"));
        QVERIFY(!edit.isInserting());
        QCOMPARE(edit.text(), QStringLiteral("short"));
        QVERIFY(!changed.isEmpty());
    }

    void everyParagraphHasTheDirectionOfItsScript()
    {
        const QString text = QStringLiteral("\u0645\u0631\u062d\u0628\u0627 abc\n\nabc \u0645\u0631");
        PromptEdit edit;
        edit.setText(text);
        lacuna::widgets::MarkdownView answer;
        answer.setText(text);
        for (const QTextDocument* document : {edit.document(), answer.document()}) {
            QCOMPARE(document->firstBlock().textDirection(), Qt::RightToLeft);
            QCOMPARE(document->lastBlock().textDirection(), Qt::LeftToRight);
        }
    }

    void whiteSpaceIsNoText()
    {
        PromptEdit edit;
        QVERIFY(!edit.hasText());
        edit.setText(QStringLiteral(" \n\t\n"));
        QVERIFY(!edit.hasText());
        edit.setText(QStringLiteral(" \n.\n"));
        QVERIFY(edit.hasText());
    }
};

QTEST_MAIN(TestPromptEdit)
#include "test_prompt_edit.moc"
