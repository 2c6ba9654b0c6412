// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/caret_rest.h"

#include <QApplication>
#include <QLineEdit>
#include <QTest>

using lacuna::app::CaretRest;

class TestCaretRest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theCaretRestsUntilSomethingHappens()
    {
        const int usual = QApplication::cursorFlashTime();
        QVERIFY(usual > 0);
        QLineEdit field;
        field.show();
        {
            const CaretRest rest(std::chrono::milliseconds(100));
            QTRY_COMPARE(QApplication::cursorFlashTime(), 0);
            QTest::keyClick(&field, Qt::Key_A);
            QCOMPARE(QApplication::cursorFlashTime(), usual);
            QTRY_COMPARE(QApplication::cursorFlashTime(), 0);
            QTest::mouseClick(&field, Qt::LeftButton);
            QCOMPARE(QApplication::cursorFlashTime(), usual);
            QTRY_COMPARE(QApplication::cursorFlashTime(), 0);
        }
        QCOMPARE(QApplication::cursorFlashTime(), usual);
    }
};

QTEST_MAIN(TestCaretRest)
#include "test_caret_rest.moc"
