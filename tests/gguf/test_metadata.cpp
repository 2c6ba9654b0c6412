// SPDX-License-Identifier: GPL-3.0-or-later
// Metadata values: all types in all versions and byte orders, conversions, arrays.
#include "gguf/file.h"
#include "gguf/gguf_test.h"
#include "support/gguf_writer.h"

#include <QtTest>

#include <limits>

using namespace lacuna;
using namespace lacuna::gguf;
using namespace lacuna::support;

class TestMetadata : public QObject {
    Q_OBJECT

private:
    static GgufWriter allTypes(quint32 version, bool bigEndian)
    {
        GgufWriter writer(version, bigEndian);
        writer.set("u8", MetaValue::uint8(0xfe))
            .set("i8", MetaValue::int8(-2))
            .set("u16", MetaValue::uint16(0xfffe))
            .set("i16", MetaValue::int16(-300))
            .set("u32", MetaValue::uint32(0xfffffffe))
            .set("i32", MetaValue::int32(-70'000))
            .set("f32", MetaValue::float32(0.1f))
            .set("bool", MetaValue::boolean(true))
            .set("string", MetaValue::string("Grüße"))
            .set("array", MetaValue::int32s({1, -2, 3}))
            .set("u64", MetaValue::uint64(std::numeric_limits<quint64>::max()))
            .set("i64", MetaValue::int64(std::numeric_limits<qint64>::min()))
            .set("f64", MetaValue::float64(1e300))
            .set("empty", MetaValue::strings({}))
            .set("flags", MetaValue::array(ValueType::Bool, {MetaValue::boolean(false), MetaValue::boolean(true)}));
        return writer;
    }

private Q_SLOTS:
    void everyType_data()
    {
        QTest::addColumn<quint32>("version");
        QTest::addColumn<bool>("bigEndian");
        QTest::newRow("#5 version 1") << 1u << false;
        QTest::newRow("version 2") << 2u << false;
        QTest::newRow("version 3") << 3u << false;
        QTest::newRow("#7 version 3, big-endian") << 3u << true;
        QTest::newRow("version 1, big-endian") << 1u << true;
    }

    void everyType()
    {
        QFETCH(quint32, version);
        QFETCH(bool, bigEndian);
        const QByteArray content = allTypes(version, bigEndian).toBytes();
        const auto file = opened(content);
        QVERIFY(file);
        QCOMPARE(file->version(), version);
        QCOMPARE(file->isBigEndian(), bigEndian);
        QCOMPARE(file->metadata().size(), size_t(15));
        QCOMPARE(file->find("u8")->toUnsigned().value(), quint64(0xfe));
        QCOMPARE(file->find("i8")->toSigned().value(), qint64(-2));
        QCOMPARE(file->find("u16")->toUnsigned().value(), quint64(0xfffe));
        QCOMPARE(file->find("i16")->toSigned().value(), qint64(-300));
        QCOMPARE(file->find("u32")->toUnsigned().value(), quint64(0xfffffffe));
        QCOMPARE(file->find("i32")->toSigned().value(), qint64(-70'000));
        QCOMPARE(float(file->find("f32")->toDouble().value()), 0.1f);
        QCOMPARE(file->find("bool")->toBool().value(), true);
        QCOMPARE(file->find("string")->toBytes().value(), QByteArrayView("Grüße"));
        QCOMPARE(file->find("u64")->toUnsigned().value(), std::numeric_limits<quint64>::max());
        QCOMPARE(file->find("i64")->toSigned().value(), std::numeric_limits<qint64>::min());
        QCOMPARE(file->find("f64")->toDouble().value(), 1e300);
        QCOMPARE(file->find("array")->size(), quint64(3));
        QCOMPARE(file->find("array")->at(1).toSigned().value(), qint64(-2));
        QCOMPARE(file->find("empty")->size(), quint64(0));
        QCOMPARE(file->find("flags")->at(1).toBool().value(), true);
        QVERIFY(!file->find("absent"));
    }

    void onlyCurrentLittleEndianRuns_data()
    {
        QTest::addColumn<quint32>("version");
        QTest::addColumn<bool>("bigEndian");
        QTest::addColumn<int>("kind");
        QTest::newRow("version 2") << 2u << false << 0;
        QTest::newRow("version 3") << 3u << false << 0;
        QTest::newRow("#5 version 1") << 1u << false << 5;
        QTest::newRow("#7 big-endian") << 3u << true << 7;
    }

    void onlyCurrentLittleEndianRuns()
    {
        QFETCH(quint32, version);
        QFETCH(bool, bigEndian);
        QFETCH(int, kind);
        const QByteArray content = allTypes(version, bigEndian).toBytes();
        const auto file = opened(content);
        QVERIFY(file);
        const auto runnable = file->checkRunnable();
        QCOMPARE(runnable.has_value(), kind == 0);
        if (!runnable) {
            QCOMPARE(runnable.error().code, Error::Code::Unsupported);
            QVERIFY(hasFinding(*file, kind, Finding::Severity::Error));
        }
    }

    void conversions_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QString>("toUnsigned");
        QTest::addColumn<QString>("toSigned");
        QTest::addColumn<QString>("toDouble");
        QTest::newRow("#70 UINT8") << QByteArray("u8") << "254"
                                   << "254"
                                   << "254";
        QTest::newRow("#70 INT8") << QByteArray("i8") << "no"
                                  << "-2"
                                  << "-2";
        QTest::newRow("#70 UINT64") << QByteArray("u64") << "18446744073709551615"
                                    << "no"
                                    << "1.84467e+19";
        QTest::newRow("#70 INT64") << QByteArray("i64") << "no"
                                   << "-9223372036854775808"
                                   << "-9.22337e+18";
        QTest::newRow("#70 FLOAT64") << QByteArray("f64") << "no"
                                     << "no"
                                     << "1e+300";
        QTest::newRow("#70 BOOL") << QByteArray("bool") << "no"
                                  << "no"
                                  << "no";
        QTest::newRow("#70 STRING") << QByteArray("string") << "no"
                                    << "no"
                                    << "no";
        QTest::newRow("#70 array") << QByteArray("array") << "no"
                                   << "no"
                                   << "no";
    }

    void conversions()
    {
        QFETCH(QByteArray, key);
        const QByteArray content = allTypes(3, false).toBytes();
        const auto file = opened(content);
        QVERIFY(file);
        const auto text = [](const auto& result) {
            return result ? QString::number(*result) : QStringLiteral("no");
        };
        QTEST(text(file->unsignedValue(key)), "toUnsigned");
        QTEST(text(file->signedValue(key)), "toSigned");
        QTEST(text(file->find(key)->toDouble()), "toDouble");
    }

    void errorsNameKeyAndTypes()
    {
        const QByteArray content = allTypes(3, false).toBytes();
        const auto file = opened(content);
        QVERIFY(file);
        const auto wrong = file->unsignedValue("f32");
        QCOMPARE(wrong.error().message,
                 QStringLiteral("The metadata key \"f32\" has type FLOAT32 where an unsigned integer is needed."));
        QCOMPARE(wrong.error().subject, QStringLiteral("f32"));
        QVERIFY(wrong.error().offset.has_value());
        QCOMPARE(file->unsignedValue("i8").error().message,
                 QStringLiteral("The metadata key \"i8\" is -2, which is no unsigned number."));
        const auto missing = file->bytesValue("general.architecture");
        QCOMPARE(missing.error().code, Error::Code::Missing);
        QCOMPARE(missing.error().message, QStringLiteral("The metadata key \"general.architecture\" is missing."));
        const auto array = file->arrayValue("array", ValueType::String);
        QCOMPARE(array.error().message,
                 QStringLiteral("The metadata key \"array\" has type [INT32] where [STRING] is needed."));
        QVERIFY(file->arrayValue("array", ValueType::Int32));
    }

    void stringsInAnyOrder()
    {
        std::vector<QByteArray> words;
        for (int i = 0; i < 1000; ++i)
            words.push_back(QByteArray(i % 7, 'x') + QByteArray::number(i));
        const QByteArray content = GgufWriter().set("words", MetaValue::strings(words)).toBytes();
        const auto file = opened(content);
        QVERIFY(file);
        const Value array = *file->find("words");
        QCOMPARE(array.size(), quint64(1000));
        for (quint64 step = 0; step < 1000; ++step) {
            const quint64 index = step * 617 % 1000; // all of them, in no order
            QCOMPARE(array.at(index).toBytes().value(), QByteArrayView(words[index]));
        }
    }

    void nestedArrays()
    {
        const auto row = [](std::vector<QByteArray> words) {
            return MetaValue::strings(words);
        };
        const QByteArray content =
            GgufWriter()
                .set("grid", MetaValue::array(ValueType::Array, {row({"a", "b"}), row({}), row({"c", "d", "e"})}))
                .toBytes();
        const auto file = opened(content);
        QVERIFY(file);
        const Value grid = *file->find("grid");
        QCOMPARE(grid.typeName(), QStringLiteral("[ARRAY]"));
        QCOMPARE(grid.size(), quint64(3));
        QCOMPARE(grid.at(1).size(), quint64(0));
        QCOMPARE(grid.at(2).elementType(), ValueType::String);
        QCOMPARE(grid.at(2).at(2).toBytes().value(), QByteArrayView("e"));
    }
};

QTEST_APPLESS_MAIN(TestMetadata)
#include "test_metadata.moc"
