// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds 1 to 10 of docs/developer/malformed-files.md: magic, version, counts.
#include "gguf/gguf_test.h"
#include "support/gguf_writer.h"

using namespace lacuna;
using namespace lacuna::gguf;
using namespace lacuna::support;

class TestMalformedHeader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refused_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QByteArray& content, Error::Code code, const char* message) {
            QTest::newRow(name) << content << int(code) << QString::fromUtf8(message);
        };
        const QByteArray whole = GgufWriter().toBytes();
        row("#1 empty", {}, Error::Code::NotGguf, "it is empty");
        row("#1 three bytes", "GGU", Error::Code::NotGguf, "only 3 bytes");
        row("#1 magic alone", "GGUF", Error::Code::Malformed, "ends after 4 bytes, inside its header");
        row("#1 half a version", whole.first(6), Error::Code::Malformed, "ends after 6 bytes");
        row("#1 half a count", whole.first(20), Error::Code::Malformed, "ends after 20 bytes");
        row("#2 wrong magic", "\x1b]2;\x07 hello", Error::Code::NotGguf, "begins with \"\\x1b]2;\" instead");
        row("#2 lower case", "gguf" + whole.sliced(4), Error::Code::NotGguf, "begins with \"gguf\"");
        row("#3 GGML", "lmgg", Error::Code::NotGguf, "old GGML format");
        row("#3 GGMF", "fmgg\x01", Error::Code::NotGguf, "old GGMF format");
        row("#3 GGJT", "tjgg\x03", Error::Code::NotGguf, "old GGJT format");
        row("#3 GGLA", "algg\x01", Error::Code::NotGguf, "old GGLA (a LoRA adapter) format");
        row("#4 version 0", ByteBuilder(0).header(0, 0).bytes(), Error::Code::Unsupported,
            "version 0; versions 1 to 3");
        row("#6 version 4", ByteBuilder(4).header(0, 0).bytes(), Error::Code::Unsupported, "version 4;");
        row("#6 version 4, big-endian", ByteBuilder(4, true).header(0, 0).bytes(), Error::Code::Unsupported,
            "version 4;");
        row("#6 version 65536", ByteBuilder(0x00010001).header(0, 0).bytes(), Error::Code::Unsupported,
            "version 65537;");
    }

    void refused()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, message);
        const auto file = File::openMemory(std::as_bytes(std::span(content.data(), size_t(content.size()))));
        QVERIFY(!file);
        QTEST(int(file.error().code), "code");
        QVERIFY2(file.error().message.contains(message), qPrintable(file.error().message));
        QVERIFY(file.error().offset.has_value());
    }

    void counts_data()
    {
        malformedColumns();
        // One entry of each table, with nothing behind them that could pass for another.
        const auto oneKey = [](quint64 claimed) {
            return ByteBuilder().header(0, claimed).string("key").u32(quint32(ValueType::Uint8)).u8(1).bytes();
        };
        const auto oneTensor = [](quint64 claimed) {
            return ByteBuilder()
                .header(claimed, 0)
                .string("t")
                .u32(0)
                .u32(quint32(quant::TensorType::I8))
                .u64(0)
                .bytes();
        };
        constexpr quint64 s_negative = quint64(1) << 63;
        malformed("#8 100 million keys in 24 bytes", ByteBuilder().header(0, 100'000'000).bytes(), {8});
        malformed("#8 one key too many", oneKey(2), {.kind = 8, .offset = 16, .keys = 1});
        malformed("#8 a count whose size in bytes wraps", oneKey(~quint64(0) / 13 + 2), {.kind = 8, .keys = 1});
        malformed("#9 100 million tensors", oneTensor(100'000'000), {.kind = 9, .offset = 8, .tensors = 1});
        malformed("#9 one tensor too many", oneTensor(2), {.kind = 9, .offset = 8, .tensors = 1});
        malformed("#9 in version 1", ByteBuilder(1).header(1000, 0).bytes(), {.kind = 9, .offset = 8});
        malformed("#10 negative key count", ByteBuilder().header(0, s_negative).bytes(), {.kind = 10, .offset = 16});
        malformed("#10 key count -1", ByteBuilder().header(0, ~quint64(0)).bytes(), {.kind = 10, .offset = 16});
        malformed("#10 negative tensor count", ByteBuilder().header(s_negative + 1, 0).bytes(),
                  {.kind = 10, .offset = 8});
    }

    void counts() { checkMalformed(); }

    void countBeyondTheLimitIsRefused()
    {
        // Entries of the smallest size, all with an empty key: more of them than this program reads.
        constexpr quint64 s_count = 1'000'001;
        ByteBuilder builder(1);
        builder.header(0, s_count);
        for (quint64 i = 0; i < s_count; ++i)
            builder.string("").u32(quint32(ValueType::Uint8)).u8(0);
        const auto file = opened(builder.bytes());
        QVERIFY(file);
        QCOMPARE(file->metadata().size(), size_t(1'000'000));
        QVERIFY(hasFinding(*file, 8, Finding::Severity::Error));
        QVERIFY(file->findings().size() <= 3 * Findings::s_limit + 1);
        QVERIFY(file->findings().back().text.contains(QStringLiteral("more findings")));
    }
};

QTEST_APPLESS_MAIN(TestMalformedHeader)
#include "test_malformed_header.moc"
