// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/formatting.h"

#include <QLocale>
#include <QTest>

#include <limits>

using namespace lacuna::models;

class TestFormatting : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void bytes_data()
    {
        QTest::addColumn<quint64>("bytes");
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << quint64(0) << QStringLiteral("0\u00a0B");
        QTest::newRow("below a kilobyte") << quint64(999) << QStringLiteral("999\u00a0B");
        QTest::newRow("one decimal") << quint64(4'362'976) << QStringLiteral("4.4\u00a0MB");
        QTest::newRow("never 1000 of a unit") << quint64(999'999) << QStringLiteral("1.0\u00a0MB");
        QTest::newRow("largest") << std::numeric_limits<quint64>::max() << QStringLiteral("18446744\u00a0TB");
    }
    void bytes()
    {
        QFETCH(quint64, bytes);
        QFETCH(QString, text);
        QLocale plain = QLocale::c();
        plain.setNumberOptions(QLocale::OmitGroupSeparator);
        QLocale::setDefault(plain);
        QCOMPARE(formatBytes(bytes), text);
    }

    void milliseconds_data()
    {
        QTest::addColumn<double>("ms");
        QTest::addColumn<QString>("text");
        QTest::newRow("tenths") << 0.84 << QStringLiteral("0.8 ms");
        QTest::newRow("whole") << 812.4 << QStringLiteral("812 ms");
        QTest::newRow("seconds") << 2100.0 << QStringLiteral("2.1 s");
        QTest::newRow("minutes") << 200'000.0 << QStringLiteral("3 min 20 s");
        QTest::newRow("no number") << std::numeric_limits<double>::quiet_NaN() << QStringLiteral("–");
        QTest::newRow("infinite") << std::numeric_limits<double>::infinity() << QStringLiteral("–");
    }
    void milliseconds()
    {
        QFETCH(double, ms);
        QFETCH(QString, text);
        QCOMPARE(formatMilliseconds(ms), text);
    }

    void noNumberIsEverShownAsNan()
    {
        QCOMPARE(formatPercent(std::numeric_limits<double>::quiet_NaN()), QStringLiteral("–"));
        QCOMPARE(formatDecimal(std::numeric_limits<double>::quiet_NaN(), 2), QStringLiteral("–"));
        QCOMPARE(formatPercent(0.314), QStringLiteral("31 %"));
    }
};

QTEST_GUILESS_MAIN(TestFormatting)
#include "test_formatting.moc"
