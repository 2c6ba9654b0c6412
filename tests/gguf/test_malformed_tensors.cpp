// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds 28 to 46 and 48 of docs/developer/malformed-files.md: the tensor table and how the data lies in the file.
#include "gguf/gguf_test.h"
#include "support/gguf_writer.h"

using namespace lacuna;
using namespace lacuna::gguf;
using namespace lacuna::support;
using quant::TensorType;

namespace {

constexpr qint64 s_table = 24; // where the tensor table of a file without metadata begins
constexpr auto s_warning = Finding::Severity::Warning;
constexpr auto s_note = Finding::Severity::Note;
constexpr quint64 s_largest = ~quint64(0) >> 1; // a signed size

QByteArray named(const QByteArray& name)
{
    return GgufWriter().addTensor(name, TensorType::F32, {4}).toBytes();
}

/// One tensor with this shape and no more than 32 bytes of data.
QByteArray shaped(TensorType type, std::vector<quint64> shape)
{
    return GgufWriter().addRawTensor("t", quint32(type), std::move(shape), 32).toBytes();
}

QByteArray typed(quint32 typeId)
{
    return GgufWriter().addRawTensor("t", typeId, {32}, 32).toBytes();
}

/// Two tensors of 32 bytes each, the second with an offset of its own.
GgufWriter pair(quint64 secondOffset)
{
    GgufWriter writer;
    writer.addTensor("first", TensorType::F32, {8}).addTensor("second", TensorType::F32, {8}).claimOffset(secondOffset);
    return writer;
}

/// Tensors of I8 with these numbers of elements, hence bytes, at consecutive offsets and without data.
QByteArray sized(const std::vector<quint64>& sizes)
{
    GgufWriter writer;
    quint64 offset = 0;
    for (size_t i = 0; i < sizes.size(); ++i) {
        writer.addRawTensor(QByteArray::number(qulonglong(i)), quint32(TensorType::I8), {sizes[i]}, 0)
            .claimOffset(offset);
        offset += (sizes[i] + 31) / 32 * 32;
    }
    return writer.toBytes();
}

} // namespace

class TestMalformedTensors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void names_data()
    {
        malformedColumns();
        malformed("#28 65 bytes", named(QByteArray(65, 'n')), {.kind = 28, .offset = s_table, .tensors = 1});
        malformed("#28 64 bytes are allowed", named(QByteArray(64, 'n')), {28, s_warning, s_table, 0, 1});
        malformed("#28 beyond the end", ByteBuilder().header(1, 0).u64(~quint64(0) - 8).zeros(40).bytes(),
                  {.kind = 46, .offset = s_table});
        malformed("#29 empty", named(""), {29, s_warning, s_table, 0, 1});
        malformed("#29 control character", named("\x1b[31mred"), {29, s_warning, s_table, 0, 1});
        malformed("#30 duplicate",
                  GgufWriter().addTensor("t", TensorType::F32, {4}).addTensor("t", TensorType::F16, {4}).toBytes(),
                  {.kind = 30, .tensors = 2});
    }

    void names() { checkMalformed(); }

    void placeholdersInNamesStayAsTheyAre()
    {
        const QByteArray content =
            GgufWriter().addRawTensor("%2 %1 %99", quint32(TensorType::I8), {1, ~quint64(0)}, 32).toBytes();
        const auto file = opened(content);
        QVERIFY(file);
        QCOMPARE(findingOf(*file, 34)->text, QStringLiteral("Dimension 1 of tensor \"%2 %1 %99\" is negative (-1)."));
    }

    void shapes_data()
    {
        malformedColumns();
        malformed("#31 five dimensions", shaped(TensorType::I8, {1, 1, 1, 1, 1}), {.kind = 31, .offset = s_table});
        malformed("#31 four billion dimensions", ByteBuilder().header(1, 0).string("t").u32(~0u).zeros(100).bytes(),
                  {.kind = 31, .offset = s_table});
        malformed("#32 no dimensions", shaped(TensorType::F32, {}), {32, s_note, s_table, 0, 1});
        malformed("#33 zero dimension", shaped(TensorType::F32, {4, 0}), {.kind = 33, .offset = s_table, .tensors = 1});
        malformed("#33 zero beside a product that wraps", shaped(TensorType::F32, {s_largest, s_largest, 0}),
                  {.kind = 33, .tensors = 1});
        malformed("#34 negative dimension", shaped(TensorType::F32, {4, ~quint64(0)}),
                  {.kind = 34, .offset = s_table, .tensors = 1});
        malformed("#35 product of dims wraps", shaped(TensorType::I8, {quint64(1) << 32, quint64(1) << 32}),
                  {.kind = 35, .offset = s_table, .tensors = 1});
        malformed("#35 product of dims wraps to a small number", shaped(TensorType::I8, {quint64(1) << 62, 4, 1, 8}),
                  {.kind = 35, .tensors = 1});
        malformed("#35 product beyond a signed number", shaped(TensorType::I8, {quint64(1) << 62, 2}),
                  {.kind = 35, .tensors = 1});
        malformed("#36 bytes wrap", shaped(TensorType::F64, {quint64(1) << 61}),
                  {.kind = 36, .offset = s_table, .tensors = 1});
        malformed("#36 bytes wrap to a small number", shaped(TensorType::F32, {(quint64(1) << 62) + 1}),
                  {.kind = 36, .tensors = 1});
        malformed("#37 half a block", shaped(TensorType::Q4_0, {16}), {.kind = 37, .offset = s_table, .tensors = 1});
        malformed("#37 whole blocks in all, not in a row", shaped(TensorType::Q4_0, {16, 2}),
                  {.kind = 37, .tensors = 1});
        malformed("#37 a scalar has no block", shaped(TensorType::Q4_0, {}), {.kind = 37, .tensors = 1});
    }

    void shapes() { checkMalformed(); }

    void types_data()
    {
        malformedColumns();
        for (const quint32 id : {43u, 1000u, ~0u})
            malformed(qPrintable(QStringLiteral("#38 type %1").arg(id)), typed(id),
                      {.kind = 38, .offset = s_table, .tensors = 1});
        for (const quint32 id : {4u, 5u, 31u, 32u, 33u, 36u, 37u, 38u})
            malformed(qPrintable(QStringLiteral("#39 type %1").arg(id)), typed(id),
                      {.kind = 39, .offset = s_table, .tensors = 1});
    }

    void types() { checkMalformed(); }

    void unknownTypesKeepTheirPlace()
    {
        const QByteArray content = GgufWriter()
                                       .addRawTensor("future", 77, {3}, 64)
                                       .addTensor("known", TensorType::F32, {2}, floats({1, 2}))
                                       .toBytes();
        const auto file = opened(content);
        QVERIFY(file);
        const TensorInfo* future = file->tensor("future");
        QCOMPARE(future->elements, quint64(3));
        QCOMPARE(future->bytes, quint64(0));
        QVERIFY(future->offset > 0);
        QVERIFY(!file->data(*future));
        QCOMPARE(file->checkRunnable().error().code, Error::Code::Unsupported);
        QCOMPARE(file->data(*file->tensor("known")).value().size(), size_t(8));
    }

    void places_data()
    {
        malformedColumns();
        malformed("#40 not aligned", pair(36).toBytes(), {.kind = 40, .tensors = 2});
        malformed("#41 gap", pair(96).toBytes() + QByteArray(64, '\0'), {41, s_warning, -1, 0, 2});
        malformed("#41 overlap", pair(0).toBytes(), {.kind = 41, .tensors = 2});
        malformed("#41 overlap with one before the last",
                  GgufWriter()
                      .addTensor("large", TensorType::F32, {64})
                      .addTensor("inside", TensorType::F32, {8})
                      .claimOffset(32)
                      .addTensor("inside too", TensorType::F32, {8})
                      .claimOffset(128)
                      .toBytes(),
                  {.kind = 41, .tensors = 3});
        malformed("#41 another order",
                  GgufWriter()
                      .addTensor("second", TensorType::F32, {8})
                      .claimOffset(32)
                      .addTensor("first", TensorType::F32, {8})
                      .claimOffset(0)
                      .toBytes(),
                  {41, s_note, -1, 0, 2});
        malformed("#42 offset beyond the file", pair(1 << 20).toBytes(), {.kind = 42, .tensors = 2});
        malformed("#42 end beyond the file", pair(64).toBytes(), {.kind = 42, .tensors = 2});
        malformed("#43 sum of sizes wraps", sized({s_largest, (s_largest >> 1) + 1, s_largest}),
                  {.kind = 43, .tensors = 3});
        malformed("#44 padding wraps", sized({s_largest, s_largest}), {.kind = 44, .tensors = 2});
        malformed("#45 place wraps", pair(~quint64(0) - 31).toBytes(), {.kind = 45, .tensors = 2});
        malformed("#45 place + size wraps", pair(~quint64(0) - 127).toBytes(), {.kind = 45, .tensors = 2});
        malformed("#46 larger than any disk", sized({s_largest}), {.kind = 46, .tensors = 1});
        malformed("#48 bytes after the data", pair(32).toBytes() + QByteArray(100, 'x'), {48, s_warning, -1, 0, 2});
    }

    void places() { checkMalformed(); }

    void cutOff_data()
    {
        QTest::addColumn<int>("kept");
        QTest::addColumn<int>("whole");
        QTest::newRow("#46 one byte missing") << 127 << 1;
        QTest::newRow("#46 second tensor missing") << 96 << 1;
        QTest::newRow("#46 no data at all") << 64 << 0;
    }

    void cutOff()
    {
        QFETCH(int, kept);
        // Data begins at byte 96 − … whatever the table takes: keep `kept` bytes from 64 before its end.
        const QByteArray full = pair(32).toBytes();
        const QByteArray content = full.first(full.size() - 128 + kept);
        const auto file = opened(content);
        QVERIFY(file);
        const Finding* finding = findingOf(*file, 46);
        QVERIFY(finding);
        QVERIFY2(
            finding->text.contains(QStringLiteral("it has %1 of the %2 bytes").arg(content.size()).arg(full.size())),
            qPrintable(finding->text));
        QTEST(int(file->tensors()[0].inFile) + int(file->tensors()[1].inFile), "whole");
        QVERIFY(!file->data(file->tensors()[1]));
    }

    void cutInTheTable()
    {
        const QByteArray full = pair(32).toBytes();
        for (qsizetype size = s_table; size < full.size() - 64; ++size) {
            const QByteArray content = full.first(size);
            const auto file = opened(content);
            QVERIFY(file);
            QVERIFY(!file->checkRunnable());
            for (const TensorInfo& info : file->tensors())
                QVERIFY(!info.inFile);
        }
    }

    void paddingAtTheEndMayBeMissing()
    {
        const QByteArray full = GgufWriter().addTensor("t", TensorType::F32, {1}).toBytes();
        for (const qsizetype cut : {0, 1, 28}) {
            const QByteArray content = full.chopped(cut);
            const auto file = opened(content);
            QVERIFY(file);
            QVERIFY(file->findings().empty());
        }
    }

    void gluedShards()
    {
        const QByteArray content = pair(32).toBytes() + pair(32).toBytes();
        const auto file = opened(content);
        QVERIFY(file);
        QVERIFY(findingOf(*file, 65)->text.contains(QStringLiteral("second GGUF file")));
        QVERIFY(!file->checkRunnable());
    }
};

QTEST_APPLESS_MAIN(TestMalformedTensors)
#include "test_malformed_tensors.moc"
