// SPDX-License-Identifier: GPL-3.0-or-later
#include "quant/decoded.h"
#include "quant/golden.h"

#include <QTest>

#include <algorithm>

using namespace lacuna::quant;

class TestDecoded : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void traitsOfTypes_data();
    void traitsOfTypes();
    void formulaGivesTheValues_data() { addDecodedTypes(); }
    void formulaGivesTheValues();
    void rowsAreJoinedBlocks_data() { addDecodedTypes(); }
    void rowsAreJoinedBlocks();
    void onlyQuantisedTypes();

private:
    static void addDecodedTypes();
};

namespace {

/// A golden's blocks in decoded form.
struct Decoded {
    std::vector<std::uint8_t> q;
    std::vector<float> scale;
    std::vector<float> offset; ///< empty for types without
};

Decoded decoded(TensorType type, std::span<const std::byte> blocks, std::size_t values)
{
    const DecodedTraits& form = *findDecodedTraits(type);
    const std::size_t groups = values / static_cast<std::size_t>(form.groupSize);
    Decoded row {std::vector<std::uint8_t>(values), std::vector<float>(groups),
                 std::vector<float>(form.hasOffset ? groups : 0)};
    decodeRow(type, blocks.data(), static_cast<int>(values), row.q.data(), row.scale.data(),
              form.hasOffset ? row.offset.data() : nullptr);
    return row;
}

} // namespace

void TestDecoded::addDecodedTypes()
{
    QTest::addColumn<quint32>("type");
    for (const TensorType type : dequantisedTypes) {
        if (findDecodedTraits(type))
            QTest::newRow(traits(type).name) << static_cast<quint32>(type);
    }
}

void TestDecoded::traitsOfTypes_data()
{
    QTest::addColumn<quint32>("type");
    QTest::addColumn<int>("groupSize");
    QTest::addColumn<int>("zeroPoint");
    QTest::addColumn<int>("largestQ");
    QTest::addColumn<bool>("hasOffset");
    const auto row = [](TensorType type, int groupSize, int zeroPoint, int largestQ, bool hasOffset) {
        QTest::newRow(traits(type).name) << static_cast<quint32>(type) << groupSize << zeroPoint << largestQ
                                         << hasOffset;
    };
    row(TensorType::Q4_0, 32, 8, 15, false);
    row(TensorType::Q4_1, 32, 0, 15, true);
    row(TensorType::Q5_0, 32, 16, 31, false);
    row(TensorType::Q5_1, 32, 0, 31, true);
    row(TensorType::Q8_0, 32, 128, 255, false);
    row(TensorType::Q2_K, 16, 0, 3, true);
    row(TensorType::Q3_K, 16, 4, 7, false);
    row(TensorType::Q4_K, 32, 0, 15, true);
    row(TensorType::Q5_K, 32, 0, 31, true);
    row(TensorType::Q6_K, 16, 32, 63, false);
    row(TensorType::IQ4_NL, 32, 128, 241, false);
    row(TensorType::IQ4_XS, 32, 128, 241, false);
}

void TestDecoded::traitsOfTypes()
{
    QFETCH(quint32, type);
    const DecodedTraits* form = findDecodedTraits(static_cast<TensorType>(type));
    QVERIFY(form);
    QTEST(form->groupSize, "groupSize");
    QTEST(form->zeroPoint, "zeroPoint");
    QTEST(form->largestQ, "largestQ");
    QTEST(form->hasOffset, "hasOffset");
    QVERIFY(traits(static_cast<TensorType>(type)).canRun);
}

/// To the bit, since scales and offsets are exact and the formula rounds where gguf-py does.
void TestDecoded::formulaGivesTheValues()
{
    QFETCH(quint32, type);
    const std::optional<Golden> golden = readGolden(static_cast<TensorType>(type));
    QVERIFY(golden);
    const DecodedTraits& form = *findDecodedTraits(golden->type);
    const Decoded row = decoded(golden->type, golden->blocks, golden->values.size());
    int largest = 0;
    for (std::size_t i = 0; i < row.q.size(); ++i) {
        const std::size_t group = i / static_cast<std::size_t>(form.groupSize);
        const float product = row.scale[group] * static_cast<float>(row.q[i] - form.zeroPoint);
        const float value = form.hasOffset ? product + row.offset[group] : product;
        QVERIFY2(sameFloat(value, golden->values[i]), qPrintable(QString::number(i)));
        largest = std::max<int>(largest, row.q[i]);
    }
    // The goldens are random bits, so that the largest q occurs.
    QCOMPARE(largest, form.largestQ);
}

void TestDecoded::rowsAreJoinedBlocks()
{
    QFETCH(quint32, type);
    const std::optional<Golden> golden = readGolden(static_cast<TensorType>(type));
    QVERIFY(golden);
    const TypeTraits& geometry = traits(golden->type);
    const Decoded row = decoded(golden->type, golden->blocks, golden->values.size());
    const std::size_t groups = row.scale.size() * geometry.blockElements / row.q.size();
    for (std::size_t block = 0; block * geometry.blockElements < row.q.size(); ++block) {
        const auto bytes = std::span(golden->blocks).subspan(block * geometry.blockBytes, geometry.blockBytes);
        const Decoded alone = decoded(golden->type, bytes, geometry.blockElements);
        QVERIFY(std::ranges::equal(alone.q,
                                   std::span(row.q).subspan(block * geometry.blockElements, geometry.blockElements)));
        QCOMPARE(firstDifference(alone.scale, std::span(row.scale).subspan(block * groups, groups)),
                 std::ptrdiff_t {-1});
        if (!row.offset.empty())
            QCOMPARE(firstDifference(alone.offset, std::span(row.offset).subspan(block * groups, groups)),
                     std::ptrdiff_t {-1});
    }
}

void TestDecoded::onlyQuantisedTypes()
{
    for (const TensorType type : {TensorType::F32, TensorType::F16, TensorType::BF16, TensorType::F64, TensorType::I8,
                                  TensorType::Q8_1, TensorType::Q8_K, TensorType::IQ3_S, TensorType::MXFP4})
        QVERIFY(!findDecodedTraits(type));
}

QTEST_APPLESS_MAIN(TestDecoded)
#include "test_decoded.moc"
