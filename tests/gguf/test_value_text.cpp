// SPDX-License-Identifier: GPL-3.0-or-later
// Values, tensors and files in the words that tables show.
#include "gguf/gguf_test.h"
#include "gguf/summary.h"
#include "gguf/value_text.h"
#include "support/gguf_writer.h"

#include <limits>

using namespace lacuna;
using namespace lacuna::gguf;
using namespace lacuna::support;
using quant::TensorType;

class TestValueText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void names_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<int>("number");
        QTest::addColumn<QString>("name");
        QTest::newRow("file type") << QByteArray("general.file_type") << 15 << "MOSTLY_Q4_K_M";
        QTest::newRow("newest file type") << QByteArray("general.file_type") << 41 << "MOSTLY_Q2_0";
        QTest::newRow("removed file type") << QByteArray("general.file_type") << 33 << "";
        QTest::newRow("token type") << QByteArray("tokenizer.ggml.token_type") << 3 << "CONTROL";
        QTest::newRow("pooling") << QByteArray("bert.pooling_type") << 2 << "CLS";
        QTest::newRow("gating") << QByteArray("llada2.expert_gating_func") << 2 << "SIGMOID";
        QTest::newRow("negative") << QByteArray("general.file_type") << -1 << "";
        QTest::newRow("a number like any other") << QByteArray("llada.block_count") << 15 << "";
    }

    void names()
    {
        QFETCH(QByteArray, key);
        QFETCH(int, number);
        QTEST(enumName(key, number), "name");
    }

    void scalars_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, MetaValue value, const char* text) {
            QTest::newRow(name) << GgufWriter().set("key", std::move(value)).toBytes() << QString::fromUtf8(text);
        };
        row("INT8", MetaValue::int8(-5), "-5");
        row("UINT64", MetaValue::uint64(std::numeric_limits<quint64>::max()), "18446744073709551615");
        row("FLOAT32", MetaValue::float32(0.1f), "0.1");
        row("FLOAT32 large", MetaValue::float32(500000), "500000");
        row("FLOAT32 small", MetaValue::float32(1e-5f), "1e-05");
        row("FLOAT64", MetaValue::float64(0.1), "0.1");
        row("NaN", MetaValue::float64(std::numeric_limits<double>::quiet_NaN()), "nan");
        row("BOOL", MetaValue::boolean(false), "false");
        row("STRING", MetaValue::string("two\nlines"), "two\\nlines");
        row("array", MetaValue::uint32s({1}), "");
    }

    void scalars()
    {
        QFETCH(QByteArray, content);
        const auto file = opened(content);
        QVERIFY(file);
        QTEST(scalarText("key", *file->find("key")), "text");
    }

    void previews_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, MetaValue value, const char* text) {
            QTest::newRow(name) << GgufWriter().set("key", std::move(value)).toBytes() << QString::fromUtf8(text);
        };
        row("short text", MetaValue::string("short"), "short");
        row("exactly as long", MetaValue::string("0123456789"), "0123456789");
        row("long text", MetaValue::string("0123456789a"), "012345678…");
        row("megabyte", MetaValue::string(QByteArray(1 << 20, 'x')), "xxxxxxxxx…");
        row("not cut inside a character", MetaValue::string("01234567🤖🤖"), "01234567…");
        row("numbers", MetaValue::uint32s({1, 2, 3}), "1, 2, 3");
        row("many numbers", MetaValue::uint32s(std::vector<quint32>(1000, 7)), "7, 7, 7, 7, …");
        row("words", MetaValue::strings({"a", "b"}), "\"a\", \"b\"");
        row("no words", MetaValue::strings({}), "");
        row("nested", MetaValue::array(ValueType::Array, {MetaValue::uint32s({1, 2}), MetaValue::uint32s({})}),
            "[1, 2], []");
    }

    void previews()
    {
        QFETCH(QByteArray, content);
        const auto file = opened(content);
        QVERIFY(file);
        QTEST(preview("key", *file->find("key"), 10), "text");
    }

    void summary()
    {
        const QByteArray content = GgufWriter()
                                       .addTensor("norm", TensorType::F32, {64})
                                       .addTensor("weight", TensorType::Q8_0, {64, 32})
                                       .addTensor("bias", TensorType::F32, {64})
                                       .addRawTensor("future", 99, {64}, 32)
                                       .toBytes();
        const auto file = opened(content);
        QVERIFY(file);
        const Summary result = summarise(*file);
        QCOMPARE(result.elements, quint64(64 + 2048 + 64 + 64));
        QCOMPARE(result.bytes, quint64(2 * 256 + 64 * 34));
        QCOMPARE(result.bitsPerWeight, 8.0 * 2688 / 2176); // the unknown type counts on neither side
        QCOMPARE(result.types.size(), size_t(3));
        QCOMPARE(result.types[0].typeId, quint32(TensorType::Q8_0));
        QCOMPARE(result.types[1].tensors, quint64(2));
        QCOMPARE(result.types[2].bytes, quint64(0));
        QCOMPARE(bitsPerWeight(*file->tensor("weight")), 8.5);
        QCOMPARE(bitsPerWeight(*file->tensor("future")), 0.0);
    }

    void hostileTotalsDoNotWrap()
    {
        GgufWriter writer;
        for (const char* name : {"a", "b", "c"})
            writer.addRawTensor(name, quint32(TensorType::I8), {std::numeric_limits<qint64>::max()}, 0);
        const QByteArray content = writer.toBytes();
        const auto file = opened(content);
        QVERIFY(file);
        QCOMPARE(summarise(*file).elements, std::numeric_limits<quint64>::max());
    }
};

QTEST_APPLESS_MAIN(TestValueText)
#include "test_value_text.moc"
