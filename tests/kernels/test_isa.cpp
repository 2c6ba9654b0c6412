// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/isa.h"

#include <QTest>

using namespace lacuna;
using kernels::Isa;

class TestIsa : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void environmentForces();
    void environmentIsChecked_data();
    void environmentIsChecked();
    void selectionWins();
};

/// First: the environment is looked at once.
void TestIsa::environmentForces()
{
    qputenv("LACUNA_ISA", "scalar");
    const Result<Isa> isa = kernels::activeIsa();
    QVERIFY(isa);
    QCOMPARE(*isa, Isa::Scalar);
}

void TestIsa::environmentIsChecked_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("unknown") << QByteArray("avx1024");
    QTest::newRow("spelling") << QByteArray("AVX2");
    QTest::newRow("space") << QByteArray(" ");
    QTest::newRow("not UTF-8") << QByteArray("\xff\xfe");
}

void TestIsa::environmentIsChecked()
{
    QFETCH(QByteArray, value);
    qputenv("LACUNA_ISA", value);
    const Result<Isa> isa = kernels::activeIsa();
    QVERIFY(!isa);
    QCOMPARE(isa.error().code, Error::Code::InvalidArgument);
    QVERIFY(isa.error().message.contains(QStringLiteral("LACUNA_ISA")));
    QVERIFY(isa.error().message.contains(QStringLiteral("scalar")));
}

void TestIsa::selectionWins()
{
    const std::vector<Isa> available = kernels::availableIsas();
    QCOMPARE(available.front(), Isa::Scalar);
    for (Isa isa : available) {
        kernels::selectIsa(isa);
        QCOMPARE(kernels::activeIsa().value(), isa);
    }
}

QTEST_GUILESS_MAIN(TestIsa)
#include "test_isa.moc"
