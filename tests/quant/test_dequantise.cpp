// SPDX-License-Identifier: GPL-3.0-or-later
#include "quant/dequantise.h"
#include "quant/golden.h"
#include "quant/little_endian.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace lacuna;
using namespace lacuna::quant;

class TestDequantise : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void golden_data() { addTypes(); }
    void golden();
    void anyAddress_data() { addTypes(); }
    void anyAddress();
    void manyBlocks_data() { addTypes(); }
    void manyBlocks();
    void wrongExtents_data() { addTypes(); }
    void wrongExtents();
    void otherTypes_data();
    void otherTypes();
    void everyHalf();
    void everyBfloat16();

private:
    static void addTypes();
};

void TestDequantise::addTypes()
{
    QTest::addColumn<quint32>("type");
    for (const TensorType type : dequantisedTypes)
        QTest::newRow(traits(type).name) << static_cast<quint32>(type);
}

void TestDequantise::golden()
{
    QFETCH(quint32, type);
    const std::optional<Golden> golden = readGolden(static_cast<TensorType>(type));
    QVERIFY(golden);
    std::vector<float> values(golden->values.size());
    QVERIFY(dequantise(golden->type, golden->blocks, values));
    QCOMPARE(firstDifference(values, golden->values), std::ptrdiff_t {-1});
}

/// Tensors lie where the file puts them; nothing may rely on alignment.
void TestDequantise::anyAddress()
{
    QFETCH(quint32, type);
    const std::optional<Golden> golden = readGolden(static_cast<TensorType>(type));
    QVERIFY(golden);
    std::vector<std::byte> shifted(golden->blocks.size() + 1);
    std::copy(golden->blocks.begin(), golden->blocks.end(), shifted.begin() + 1);
    std::vector<float> values(golden->values.size());
    QVERIFY(dequantise(golden->type, std::span(shifted).subspan(1), values));
    QCOMPARE(firstDifference(values, golden->values), std::ptrdiff_t {-1});
}

/// However many blocks come in one call, each gives what it gives alone, and nothing is written behind the last.
void TestDequantise::manyBlocks()
{
    QFETCH(quint32, type);
    const std::optional<Golden> golden = readGolden(static_cast<TensorType>(type));
    QVERIFY(golden);
    const TypeTraits& geometry = traits(golden->type);
    const std::size_t blockCount = golden->values.size() / geometry.blockElements;
    for (const std::size_t count : {std::size_t {0}, std::size_t {1}, blockCount / 2 + 1, blockCount}) {
        constexpr float untouched = 12345.0f;
        std::vector<float> values(count * geometry.blockElements + 1, untouched);
        const auto out = std::span(values).first(count * geometry.blockElements);
        QVERIFY(dequantise(golden->type, std::span(golden->blocks).first(count * geometry.blockBytes), out));
        QCOMPARE(firstDifference(out, std::span(golden->values).first(out.size())), std::ptrdiff_t {-1});
        QCOMPARE(values.back(), untouched);
    }
}

void TestDequantise::wrongExtents()
{
    QFETCH(quint32, type);
    const TypeTraits& geometry = traits(static_cast<TensorType>(type));
    const std::vector<std::byte> blocks(std::size_t {3} * geometry.blockBytes);
    std::vector<float> values(std::size_t {3} * geometry.blockElements);
    const auto refused = [&](std::size_t bytes, std::size_t count) {
        const auto result = dequantise(geometry.type, std::span(blocks).first(bytes), std::span(values).first(count));
        return !result && result.error().code == Error::Code::InvalidArgument && !result.error().message.isEmpty();
    };
    QVERIFY(refused(blocks.size() - 1, values.size()));
    QVERIFY(refused(blocks.size() - geometry.blockBytes, values.size()));
    QVERIFY(refused(blocks.size(), values.size() - 1));
    QVERIFY(refused(blocks.size(), values.size() - geometry.blockElements));
    QVERIFY(refused(blocks.size(), 0));
    QVERIFY(refused(0, values.size()));
}

void TestDequantise::otherTypes_data()
{
    QTest::addColumn<quint32>("type");
    for (quint32 id = 0; id < 64; ++id) {
        const TypeTraits* known = findTraits(id);
        if (known && std::ranges::find(dequantisedTypes, known->type) == std::end(dequantisedTypes))
            QTest::newRow(known->name) << id;
    }
}

/// Types that have a name and a size only are refused with a sentence that names them, as the type table says.
void TestDequantise::otherTypes()
{
    QFETCH(quint32, type);
    const TypeTraits& geometry = traits(static_cast<TensorType>(type));
    const std::vector<std::byte> block(geometry.blockBytes);
    std::vector<float> values(geometry.blockElements);
    const auto result = dequantise(geometry.type, block, values);
    QVERIFY(!result);
    QCOMPARE(result.error().code, Error::Code::Unsupported);
    QVERIFY(result.error().message.contains(QLatin1String(geometry.name)));
    QVERIFY(!geometry.canDequantise);
    QVERIFY(!geometry.canRun);
}

void TestDequantise::everyHalf()
{
    for (quint32 bits = 0; bits <= 0xffff; ++bits) {
        const int exponent = static_cast<int>((bits >> 10) & 31);
        const int fraction = static_cast<int>(bits & 1023);
        float magnitude = 0;
        if (exponent == 31)
            magnitude = fraction ? std::numeric_limits<float>::quiet_NaN() : std::numeric_limits<float>::infinity();
        else if (exponent == 0)
            magnitude = std::ldexp(static_cast<float>(fraction), -24);
        else
            magnitude = std::ldexp(static_cast<float>(1024 + fraction), exponent - 25);
        const float value = halfToFloat(static_cast<std::uint16_t>(bits));
        QVERIFY2(sameFloat(value, bits & 0x8000 ? -magnitude : magnitude), qPrintable(QString::number(bits, 16)));
    }
}

void TestDequantise::everyBfloat16()
{
    for (quint32 bits = 0; bits <= 0xffff; ++bits) {
        const auto value = std::bit_cast<std::uint32_t>(bfloat16ToFloat(static_cast<std::uint16_t>(bits)));
        QCOMPARE(value, bits << 16);
    }
}

QTEST_APPLESS_MAIN(TestDequantise)
#include "test_dequantise.moc"
