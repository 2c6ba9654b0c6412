// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds 11 to 27 of docs/developer/malformed-files.md: keys, values, arrays, the alignment.
#include "gguf/gguf_test.h"
#include "support/gguf_writer.h"

using namespace lacuna;
using namespace lacuna::gguf;
using namespace lacuna::support;

namespace {

constexpr qint64 s_first = 24; // where the first metadata entry begins, in versions 2 and 3
constexpr auto s_warning = Finding::Severity::Warning;

/// A file with one key named "k" whose type and value are yet to be appended.
ByteBuilder key(quint64 keyCount = 1)
{
    return ByteBuilder().header(0, keyCount).string("k");
}

ByteBuilder array(ValueType elementType, quint64 count)
{
    return key().u32(quint32(ValueType::Array)).u32(quint32(elementType)).u64(count);
}

/// An array in an array in … `depth` deep, the innermost of numbers.
MetaValue nested(int depth)
{
    if (depth == 1)
        return MetaValue::uint32s({1, 2});
    return MetaValue::array(ValueType::Array, {nested(depth - 1)});
}

QByteArray withAlignment(MetaValue value)
{
    return GgufWriter().set("general.alignment", std::move(value)).toBytes();
}

} // namespace

class TestMalformedMetadata : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keys_data()
    {
        malformedColumns();
        const auto named = [](const QByteArray& name) {
            return GgufWriter().set(name, MetaValue::uint8(1)).set("next", MetaValue::uint8(2)).toBytes();
        };
        malformed("#11 length beyond the end", ByteBuilder().header(0, 1).u64(1000).raw("key").zeros(20).bytes(),
                  {.kind = 11, .offset = s_first});
        malformed("#11 length + 1 wraps", ByteBuilder().header(0, 1).u64(~quint64(0)).zeros(20).bytes(),
                  {.kind = 11, .offset = s_first});
        malformed("#11 length + position wraps", ByteBuilder().header(0, 1).u64(~quint64(0) - 24).zeros(20).bytes(),
                  {.kind = 11, .offset = s_first});
        malformed("#11 longer than 65535", named(QByteArray(65536, 'k')), {.kind = 11, .offset = s_first, .keys = 2});
        malformed("#12 empty", named(""), {.kind = 12, .offset = s_first, .keys = 2});
        malformed("#13 zero byte inside", named(QByteArray("chat_template\0runtime", 21)),
                  {.kind = 13, .offset = s_first, .keys = 2});
        malformed("#13 escape character", named("\x1b[2J"), {.kind = 13, .offset = s_first, .keys = 2});
        malformed("#14 not ASCII", named("größe"), {14, s_warning, s_first, 2});
        malformed("#14 invalid UTF-8", named("\xff\xfe"), {14, s_warning, s_first, 2});
        malformed("#15 duplicate",
                  GgufWriter()
                      .set("a", MetaValue::uint8(1))
                      .set("b", MetaValue::uint8(2))
                      .set("a", MetaValue::uint8(3))
                      .toBytes(),
                  {.kind = 15, .offset = s_first + 2 * (8 + 1 + 4 + 1), .keys = 3});
        malformed("#27 alignment's name with a zero byte", named(QByteArray("general.alignment\0x", 19)),
                  {.kind = 13, .offset = s_first, .keys = 2});
    }

    void keys() { checkMalformed(); }

    void firstOfDuplicatesCounts()
    {
        const QByteArray content = GgufWriter().set("a", MetaValue::uint8(1)).set("a", MetaValue::uint8(3)).toBytes();
        const auto file = opened(content);
        QVERIFY(file);
        QCOMPARE(file->unsignedValue("a").value(), quint64(1));
    }

    void keysCompareByLength()
    {
        // A C string would end at the zero byte and set the alignment to 1.
        const QByteArray content =
            GgufWriter().set(QByteArray("general.alignment\0x", 19), MetaValue::uint32(64)).toBytes();
        const auto file = opened(content);
        QVERIFY(file);
        QCOMPARE(file->alignment(), quint64(32));
        QVERIFY(!file->find("general.alignment"));
    }

    void values_data()
    {
        malformedColumns();
        constexpr qint64 s_type = s_first + 8 + 1;
        malformed("#16 unknown type", key().u32(13).zeros(20).bytes(), {.kind = 16, .offset = s_type});
        malformed("#16 type -1", key().u32(~0u).zeros(20).bytes(), {.kind = 16, .offset = s_type});
        malformed("#17 bool 2", key().u32(quint32(ValueType::Bool)).u8(2).bytes(), {17, s_warning, s_type + 4, 1});
        malformed("#18 unknown element type", key().u32(quint32(ValueType::Array)).u32(77).u64(1000).zeros(8).bytes(),
                  {.kind = 18, .offset = s_type + 4});
        malformed("#19 more bytes than there are", array(ValueType::Uint8, 9).zeros(8).bytes(),
                  {.kind = 19, .offset = s_type + 4});
        malformed("#19 count × size wraps", array(ValueType::Uint64, quint64(1) << 61).zeros(8).bytes(), {19});
        malformed("#19 strings: 8 bytes each", array(ValueType::String, 3).zeros(16).bytes(), {19});
        malformed("#19 a million million strings", array(ValueType::String, 1'000'000'000'000).zeros(16).bytes(), {19});
        malformed("#19 nested arrays: 12 bytes each", array(ValueType::Array, 2).zeros(12).bytes(), {19});
        malformed("#22 string beyond the end", array(ValueType::String, 2).string("good").u64(100).zeros(8).bytes(),
                  {.kind = 22, .offset = s_type + 4 + 12 + 12});
        malformed("#22 string's length wraps", array(ValueType::String, 1).u64(~quint64(0) - 3).bytes(), {22});
    }

    void values() { checkMalformed(); }

    void cutInsideValue_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("before the type") << key().bytes();
        QTest::newRow("inside the type") << key().raw("\x04\0").bytes();
        QTest::newRow("inside a number") << key().u32(quint32(ValueType::Uint32)).zeros(3).bytes();
        QTest::newRow("inside an array's header") << key().u32(quint32(ValueType::Array)).u32(4).zeros(7).bytes();
        QTest::newRow("inside a text") << key().u32(quint32(ValueType::String)).u64(4).raw("abc").bytes();
    }

    void cutInsideValue()
    {
        QFETCH(QByteArray, content);
        const auto file = opened(content);
        QVERIFY(file);
        QVERIFY(file->metadata().empty());
        QVERIFY(!file->checkRunnable());
        QVERIFY(file->findings().back().text.startsWith(QStringLiteral("The file ends inside")));
    }

    void nesting_data()
    {
        malformedColumns();
        const auto deep = [](int depth) {
            return GgufWriter().set("deep", nested(depth)).toBytes();
        };
        malformed("#20 array of arrays", deep(2), {.kind = 20, .keys = 1});
        malformed("#20 four deep", deep(4), {.kind = 20, .keys = 1});
        malformed("#21 five deep", deep(5), {21});
        malformed("#21 a thousand deep", deep(1000), {21});
    }

    void nesting() { checkMalformed(); }

    void hostileNestingCostsLittle()
    {
        // A million and more empty arrays in an array: each would cost a list of its own.
        constexpr quint64 s_count = 1'200'000;
        ByteBuilder builder = array(ValueType::Array, s_count);
        for (quint64 i = 0; i < s_count; ++i)
            builder.u32(quint32(ValueType::String)).u64(0);
        const auto file = opened(builder.bytes());
        QVERIFY(file);
        QVERIFY(hasFinding(*file, 19, Finding::Severity::Error));
    }

    void alignment_data()
    {
        malformedColumns();
        malformed("#23 zero", withAlignment(MetaValue::uint32(0)), {.kind = 23, .keys = 1});
        malformed("#24 13", withAlignment(MetaValue::uint32(13)), {.kind = 24, .keys = 1});
        malformed("#24 48", withAlignment(MetaValue::uint32(48)), {.kind = 24, .keys = 1});
        malformed("#24 4 is allowed", withAlignment(MetaValue::uint32(4)), {24, s_warning, -1, 1});
        malformed("#25 2 GiB", withAlignment(MetaValue::uint32(0x80000000)), {.kind = 25, .keys = 1});
        malformed("#25 2 MiB", withAlignment(MetaValue::uint32(1 << 21)), {.kind = 25, .keys = 1});
        malformed("#26 UINT64", withAlignment(MetaValue::uint64(32)), {.kind = 26, .keys = 1});
        malformed("#26 STRING", withAlignment(MetaValue::string("32")), {.kind = 26, .keys = 1});
        malformed("#26 array", withAlignment(MetaValue::uint32s({32})), {.kind = 26, .keys = 1});
    }

    void alignment() { checkMalformed(); }

    void wrongAlignmentNamesBothTypes()
    {
        const QByteArray content = withAlignment(MetaValue::int8(32));
        const auto file = opened(content);
        QVERIFY(file);
        const QString text = findingOf(*file, 26)->text;
        QVERIFY(text.contains(QStringLiteral("INT8")) && text.contains(QStringLiteral("UINT32")));
        QCOMPARE(file->alignment(), quint64(32));
    }
};

QTEST_APPLESS_MAIN(TestMalformedMetadata)
#include "test_malformed_metadata.moc"
