// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/gguf_sample.h"
#include "widgets/models/array_table.h"
#include "widgets/models/finding_table.h"
#include "widgets/models/lazy_table_model.h"
#include "widgets/models/merge_table.h"
#include "widgets/models/metadata_table.h"
#include "widgets/models/roles.h"
#include "widgets/models/row_query.h"
#include "widgets/models/token_table.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QSignalSpy>
#include <QTest>

using namespace lacuna;
using namespace lacuna::models;
using support::GgufWriter;
using support::MetaValue;
using tests::MemoryFile;

namespace {

int rowOf(const LazyTable& table, int column, const QString& text)
{
    for (int row = 0; row < table.rows(); ++row) {
        if (table.text(row, column) == text)
            return row;
    }
    return -1;
}

} // namespace

class TestFileTables : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void metadataTellsWhatNumbersStandFor()
    {
        const MemoryFile sample(tests::sampleWriter());
        const MetadataTable table(sample.file());
        QCOMPARE(table.rows(), 11);
        const auto value = [&](const char* key) {
            return table.text(rowOf(table, MetadataTable::Key, QString::fromLatin1(key)), MetadataTable::Value);
        };
        QVERIFY(value("general.file_type").contains(QStringLiteral("Q4_K_M")));
        QVERIFY(value("tokenizer.ggml.eos_token_id").contains(QStringLiteral("<|end|>")));
        QCOMPARE(value("tokenizer.chat_template"), QStringLiteral("line 1\\nline 2\\x1b[31m"));
        QVERIFY(value("tokenizer.ggml.token_type").startsWith(QStringLiteral("3 elements: ")));
        QCOMPARE(table.text(5, MetadataTable::Type), QStringLiteral("[STRING]"));
    }

    void metadataSortsNumbersByValue()
    {
        GgufWriter writer;
        writer.set("a", MetaValue::uint32(10));
        writer.set("b", MetaValue::string("text"));
        writer.set("c", MetaValue::float32(9.5f));
        writer.set("d", MetaValue::int64(-3));
        const MemoryFile sample(writer);
        const MetadataTable table(sample.file());
        const auto rows = findRows(table, {{}, MetadataTable::Value, Qt::AscendingOrder});
        QVERIFY(rows);
        QCOMPARE(*rows, (std::vector<int> {3, 2, 0, 1})); // -3, 9.5, 10, text
    }

    void tokensHaveTextTypeAndScore()
    {
        const MemoryFile sample(tests::sampleWriter());
        const auto table = TokenTable::create(sample.file());
        QVERIFY(table);
        QCOMPARE(table->rows(), 4);
        QCOMPARE(table->text(1, TokenTable::Token), QStringLiteral("\u0120the"));
        QCOMPARE(table->text(1, TokenTable::Text), QStringLiteral("\" the\""));
        QCOMPARE(table->text(2, TokenTable::Type).left(7), QStringLiteral("CONTROL"));
        QCOMPARE(table->text(1, TokenTable::Score), QStringLiteral("10"));
        QCOMPARE(table->text(3, TokenTable::Token), QStringLiteral("\\xff\\x1b"));
        QCOMPARE(table->text(3, TokenTable::Type), QString()); // the file has no type for it
        const auto byScore = findRows(*table, {{}, TokenTable::Score, Qt::DescendingOrder});
        QCOMPARE(byScore->front(), 1);
    }

    void mergesAreTakenApart()
    {
        const MemoryFile sample(tests::sampleWriter());
        const auto table = MergeTable::create(sample.file());
        QVERIFY(table);
        QCOMPARE(table->text(1, MergeTable::Left), QStringLiteral("\u0120"));
        QCOMPARE(table->text(1, MergeTable::Right), QStringLiteral("the"));
        QCOMPARE(table->text(1, MergeTable::Result), QStringLiteral("\u0120the"));
        QCOMPARE(table->text(2, MergeTable::Left), QStringLiteral("odd")); // no separator: shown as it is
        QCOMPARE(table->text(2, MergeTable::Right), QString());
    }

    void filesWithoutVocabularyHaveNoTokens()
    {
        GgufWriter writer;
        writer.set("tokenizer.ggml.tokens", MetaValue::uint32(3)); // of a wrong type
        const MemoryFile sample(writer);
        QVERIFY(!TokenTable::create(sample.file()));
        QVERIFY(!MergeTable::create(sample.file()));
    }

    void arraysComeInPages()
    {
        std::vector<quint32> numbers(2500);
        for (size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = quint32(i * 3);
        GgufWriter writer;
        writer.set("long", MetaValue::uint32s(numbers));
        writer.set("empty", MetaValue::uint32s({}));
        const MemoryFile sample(writer);
        const gguf::Value array = *sample.file()->find("long");
        QCOMPARE(ArrayTable::pages(array), 3u);
        QCOMPARE(ArrayTable::pages(*sample.file()->find("empty")), 1u);
        const ArrayTable last(sample.file(), "long", array, 2);
        QCOMPARE(last.rows(), 500);
        QCOMPARE(last.text(499, ArrayTable::Index), QStringLiteral("2499"));
        QCOMPARE(last.text(499, ArrayTable::Value), QStringLiteral("7497"));
        QCOMPARE(ArrayTable(sample.file(), "empty", *sample.file()->find("empty"), 0).rows(), 0);
        QCOMPARE(ArrayTable(sample.file(), "long", array, 99).rows(), 500); // no page there: the last one
    }

    void findingsSortByHowBadTheyAre()
    {
        GgufWriter writer;
        writer.addRawTensor("odd", 77, {10}, 0);
        writer.set("Not ASCII \xc3\xb6", MetaValue::uint32(1));
        const MemoryFile sample(writer);
        const FindingTable table(sample.file());
        QVERIFY(table.rows() >= 2);
        const auto rows = findRows(table, {{}, FindingTable::Severity, Qt::AscendingOrder});
        QCOMPARE(table.text(rows->front(), FindingTable::Severity), QStringLiteral("Error"));
        QVERIFY(table.text(rows->front(), FindingTable::Text).contains(QStringLiteral("77")));
    }

    void queryFindsTextInAnyColumn()
    {
        const MemoryFile sample(tests::sampleWriter());
        const auto table = TokenTable::create(sample.file());
        QCOMPARE(*findRows(*table, {QStringLiteral("THE")}), std::vector<int> {1});
        QCOMPARE(*findRows(*table, {QStringLiteral(" the")}), std::vector<int> {1}); // as the text that it stands for
        QCOMPARE(*findRows(*table, {QStringLiteral("control")}), std::vector<int> {2});
        QCOMPARE(findRows(*table, {QStringLiteral("3")})->back(), 3); // an id
        QVERIFY(findRows(*table, {QStringLiteral("absent")})->empty());
    }

    void queryCanBeStopped()
    {
        const MemoryFile sample(tests::sampleWriter());
        std::stop_source source;
        source.request_stop();
        const auto rows = findRows(*TokenTable::create(sample.file()), {}, source.get_token());
        QCOMPARE(rows.error().code, Error::Code::Cancelled);
    }

    void modelShowsRowsInTheOrderGiven()
    {
        const MemoryFile sample(tests::sampleWriter());
        LazyTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.columnCount(), 0);
        model.setTable(TokenTable::create(sample.file()));
        QCOMPARE(model.rowCount(), 4);
        model.setRows(std::vector<int> {2, 0});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, TokenTable::Id).data().toString(), QStringLiteral("2"));
        QCOMPARE(model.modelRow(0), 1);
        QCOMPARE(model.modelRow(1), -1);
        QCOMPARE(model.index(0, TokenTable::Token).data(FullTextRole).toString(), QStringLiteral("<|end|>"));
        QSignalSpy sorting(&model, &LazyTableModel::sortRequested);
        model.sort(TokenTable::Score, Qt::DescendingOrder);
        QCOMPARE(sorting.size(), 1);
        model.setRows(std::nullopt);
        QCOMPARE(model.rowCount(), 4);
        model.setTable(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }
};

QTEST_GUILESS_MAIN(TestFileTables)
#include "test_file_tables.moc"
