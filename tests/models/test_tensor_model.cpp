// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/gguf_sample.h"
#include "widgets/models/roles.h"
#include "widgets/models/tensor_model.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QLocale>
#include <QTest>

using namespace lacuna;
using namespace lacuna::models;
using quant::TensorType;
using support::GgufWriter;
using tests::MemoryFile;

namespace {

QStringList names(const TensorModel& model, const QModelIndex& parent = {})
{
    QStringList list;
    for (int row = 0; row < model.rowCount(parent); ++row)
        list << model.index(row, NameColumn, parent).data().toString();
    return list;
}

QString cell(const TensorModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

} // namespace

class TestTensorModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void showsTheFilesTable()
    {
        const MemoryFile sample(tests::sampleWriter());
        TensorModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        model.setFile(sample.file());
        QCOMPARE(model.rowCount(), 8);
        QCOMPARE(cell(model, 0, NameColumn), QStringLiteral("token_embd.weight"));
        QCOMPARE(cell(model, 0, ShapeColumn), QStringLiteral("256 × 4"));
        QCOMPARE(cell(model, 0, TypeColumn), QStringLiteral("Q4_K"));
        QCOMPARE(cell(model, 0, ElementsColumn), QStringLiteral("1,024"));
        QCOMPARE(cell(model, 0, BytesColumn), QStringLiteral("576\u00a0B"));
        QCOMPARE(cell(model, 0, BitsPerWeightColumn), QStringLiteral("4.50"));
        QCOMPARE(cell(model, 0, ShardColumn), QStringLiteral("1"));
        QCOMPARE(model.index(0, OffsetColumn).data(FullTextRole).toULongLong(), sample.file()->tensors()[0].offset);
        model.setFile(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void sortsByNumbersAndAsPeopleCount()
    {
        const MemoryFile sample(tests::sampleWriter());
        TensorModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setFile(sample.file());
        model.sort(NameColumn);
        QCOMPARE(names(model),
                 (QStringList {QStringLiteral("blk.0.attn_norm.weight"), QStringLiteral("blk.0.attn_q.weight"),
                               QStringLiteral("blk.2.attn_norm.weight"), QStringLiteral("blk.2.attn_q.weight"),
                               QStringLiteral("blk.10.attn_norm.weight"), QStringLiteral("blk.10.attn_q.weight"),
                               QStringLiteral("output_norm.weight"), QStringLiteral("token_embd.weight")}));
        model.sort(BytesColumn, Qt::AscendingOrder);
        QCOMPARE(cell(model, 0, BytesColumn), QStringLiteral("576\u00a0B")); // as text, 1.0 kB would be less
        model.sort(BytesColumn, Qt::DescendingOrder);
        QCOMPARE(cell(model, 7, BytesColumn), QStringLiteral("576\u00a0B"));
        model.sort(-1);
        QCOMPARE(cell(model, 0, NameColumn), QStringLiteral("token_embd.weight"));
    }

    void whoHoldsAnIndexKeepsItsTensorThroughSorting()
    {
        const MemoryFile sample(tests::sampleWriter());
        TensorModel model;
        model.setFile(sample.file());
        const QPersistentModelIndex flat = model.index(3, NameColumn);
        const QString name = flat.data().toString();
        model.sort(NameColumn, Qt::DescendingOrder);
        QCOMPARE(flat.data().toString(), name);

        model.setGrouped(true);
        const QPersistentModelIndex group = model.index(1, NameColumn);
        const QPersistentModelIndex child = model.index(1, TypeColumn, group);
        const QString groupName = group.data().toString();
        const int tensor = model.tensorAt(child);
        model.sort(BytesColumn, Qt::AscendingOrder);
        QCOMPARE(group.data().toString(), groupName);
        QCOMPARE(model.tensorAt(child), tensor);
        QCOMPARE(child.parent(), QModelIndex(group).siblingAtColumn(0));
    }

    void filtersByTextAndType()
    {
        const MemoryFile sample(tests::sampleWriter());
        TensorModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setFile(sample.file());
        model.setFilter(QStringLiteral("ATTN_Q"), std::nullopt);
        QCOMPARE(model.rowCount(), 3);
        model.setFilter({}, quint32(TensorType::F32));
        QCOMPARE(model.rowCount(), 4);
        model.setFilter(QStringLiteral("output"), quint32(TensorType::F32));
        QCOMPARE(names(model), QStringList {QStringLiteral("output_norm.weight")});
        QCOMPARE(model.shownTotals().elements, 256u);
        model.setFilter(QStringLiteral("absent"), std::nullopt);
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.tensorCount(), 0);
    }

    void groupsByLayer()
    {
        const MemoryFile sample(tests::sampleWriter());
        TensorModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setFile(sample.file());
        model.setGrouped(true);
        QCOMPARE(names(model).size(), 4); // no layer, blk.0, blk.10, blk.2
        QVERIFY(names(model)[1].startsWith(QStringLiteral("blk.0 ")));
        QCOMPARE(names(model, model.index(1, 0)),
                 (QStringList {QStringLiteral("blk.0.attn_q.weight"), QStringLiteral("blk.0.attn_norm.weight")}));
        QCOMPARE(model.index(1, ElementsColumn).data().toString(), QStringLiteral("65,792"));
        model.sort(NameColumn);
        QVERIFY(names(model)[2].startsWith(QStringLiteral("blk.2 ")));
        QCOMPARE(model.tensorCount(), 8);
        const QModelIndex found = model.indexOf(3);
        QCOMPARE(model.tensorAt(found), 3);
        QVERIFY(found.parent().isValid());
        model.setFilter(QStringLiteral("blk.2."), std::nullopt);
        QCOMPARE(model.rowCount(), 1);
        QVERIFY(!model.indexOf(3).isValid());
    }

    void totalsCountEachTensorOnce()
    {
        const MemoryFile sample(tests::sampleWriter());
        TensorModel model;
        model.setFile(sample.file());
        TensorTotals totals = model.totals({model.index(0, 0), model.index(0, 3), model.index(7, 0)});
        QCOMPARE(totals.tensors, 2u);
        QCOMPARE(totals.elements, 1024u + 256u);
        QCOMPARE(totals.bytes, 576u + 1024u);
        QCOMPARE(totals.bitsPerWeight(), 8.0 * 1600 / 1280);
        model.setGrouped(true);
        const QModelIndex group = model.index(1, 0);
        totals = model.totals({group, model.index(0, 0, group)});
        QCOMPARE(totals.tensors, 2u);
    }

    void whatIsNotKnownIsNotShownAsANumber()
    {
        GgufWriter writer;
        writer.addRawTensor("odd\n", 77, {10}, 0);
        writer.addRawTensor("scalar", quint32(TensorType::F32), {}, 4);
        const MemoryFile sample(writer);
        TensorModel model;
        model.setFile(sample.file());
        QCOMPARE(cell(model, 0, NameColumn), QStringLiteral("odd\\n"));
        QCOMPARE(cell(model, 0, TypeColumn), QStringLiteral("unknown type 77"));
        QCOMPARE(cell(model, 0, BytesColumn), QStringLiteral("–"));
        QCOMPARE(cell(model, 0, BitsPerWeightColumn), QStringLiteral("–"));
        QCOMPARE(cell(model, 1, ShapeColumn), QStringLiteral("scalar"));
    }

    void layersOfNames_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("layer");
        QTest::newRow("usual") << QByteArray("blk.12.ffn_up.weight") << QByteArray("blk.12");
        QTest::newRow("vision") << QByteArray("v.blk.3.ln1.bias") << QByteArray("v.blk.3");
        QTest::newRow("none") << QByteArray("output.weight") << QByteArray();
        QTest::newRow("digits in a word") << QByteArray("conv1.weight") << QByteArray();
        QTest::newRow("begins with digits") << QByteArray("a.1x.b") << QByteArray();
        QTest::newRow("number at the end") << QByteArray("mm.0") << QByteArray("mm.0");
        QTest::newRow("dots") << QByteArray("...") << QByteArray();
        QTest::newRow("empty") << QByteArray() << QByteArray();
    }
    void layersOfNames()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, layer);
        QCOMPARE(layerOf(name).toByteArray(), layer);
    }

    void naturalOrder()
    {
        QVERIFY(compareNaturally("blk.2", "blk.10") < 0);
        QVERIFY(compareNaturally("blk.10", "blk.2") > 0);
        QCOMPARE(compareNaturally("a01", "a1"), 0);
        QVERIFY(compareNaturally("a", "a1") < 0);
        QVERIFY(compareNaturally("99999999999999999999999", "100000000000000000000000") < 0);
    }

    /// The figure is 100 ms; the test allows ten times that, for machines that do other things too.
    void tenThousandTensorsFillInATenthOfASecond()
    {
        GgufWriter writer;
        for (int i = 0; i < 10'000; ++i) {
            writer.addTensor("blk." + QByteArray::number(i / 12) + ".tensor_" + QByteArray::number(i % 12) + ".weight",
                             TensorType::F32, {quint64(1 + i % 7)});
        }
        const MemoryFile sample(writer);
        QVERIFY(sample.file());
        TensorModel model;
        QElapsedTimer timer;
        timer.start();
        model.setFile(sample.file());
        const qint64 fill = timer.elapsed();
        QCOMPARE(model.rowCount(), 10'000);
        timer.restart();
        model.sort(NameColumn, Qt::DescendingOrder);
        const qint64 sort = timer.restart();
        model.setGrouped(true);
        const qint64 group = timer.restart();
        model.setFilter(QStringLiteral("tensor_11"), std::nullopt);
        const qint64 filter = timer.elapsed();
        QCOMPARE(model.tensorCount(), 833);
        qInfo("fill %lld ms, sort %lld ms, group %lld ms, filter %lld ms", fill, sort, group, filter);
        for (const qint64 ms : {fill, sort, group, filter})
            QVERIFY(ms < 1000);
    }
};

QTEST_GUILESS_MAIN(TestTensorModel)
#include "test_tensor_model.moc"
