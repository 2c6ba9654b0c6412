// SPDX-License-Identifier: GPL-3.0-or-later
#include "quant/dequantise.h"
#include "quant/golden.h"

#include <QTest>

#include <algorithm>
#include <vector>

using namespace lacuna;
using namespace lacuna::quant;

namespace {

struct ByteAt {
    std::size_t offset;
    int byte;
};

/// `count` values from `first` on.
struct Run {
    std::size_t first;
    std::size_t count;
    float value;
};

} // namespace

Q_DECLARE_METATYPE(std::vector<ByteAt>)
Q_DECLARE_METATYPE(std::vector<Run>)

/// Blocks that are zero but for a few bytes, with values that one can compute by head. Scales are 1.0 (bytes 00 3C),
/// 0.5 (00 38).
class TestBlockLayouts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void handBuilt_data();
    void handBuilt();
};

void TestBlockLayouts::handBuilt_data()
{
    QTest::addColumn<quint32>("type");
    QTest::addColumn<std::vector<ByteAt>>("bytes"); // all others are 0
    QTest::addColumn<std::vector<Run>>("runs"); // later ones win
    const auto row = [](TensorType type, const std::vector<ByteAt>& bytes, const std::vector<Run>& runs) {
        QTest::newRow(traits(type).name) << static_cast<quint32>(type) << bytes << runs;
    };

    row(TensorType::F32, {{2, 0x80}, {3, 0xbf}}, {{0, 1, -1.0f}});
    row(TensorType::F16, {{1, 0xbc}}, {{0, 1, -1.0f}});
    row(TensorType::BF16, {{0, 0x80}, {1, 0xbf}}, {{0, 1, -1.0f}});

    // d 0.5; byte 3 of the nibbles holds values 3 (nine) and 19 (one).
    row(TensorType::Q4_0, {{1, 0x38}, {5, 0x19}},
        {{0, 32, 0.5f * (0 - 8)}, {3, 1, 0.5f * (9 - 8)}, {19, 1, 0.5f * (1 - 8)}});
    // d 0.5, m 1.
    row(TensorType::Q4_1, {{1, 0x38}, {3, 0x3c}, {7, 0x19}},
        {{0, 32, 1.0f}, {3, 1, 0.5f * 9 + 1}, {19, 1, 0.5f * 1 + 1}});
    // The fifth bits of values 3, 19 and 31 are set.
    row(TensorType::Q5_0, {{1, 0x38}, {2, 0x08}, {4, 0x08}, {5, 0x80}, {9, 0x19}},
        {{0, 32, 0.5f * (0 - 16)}, {3, 1, 0.5f * (25 - 16)}, {19, 1, 0.5f * (17 - 16)}, {31, 1, 0.0f}});
    row(TensorType::Q5_1, {{1, 0x38}, {3, 0x3c}, {4, 0x08}, {6, 0x08}, {7, 0x80}, {11, 0x19}},
        {{0, 32, 1.0f}, {3, 1, 0.5f * 25 + 1}, {19, 1, 0.5f * 17 + 1}, {31, 1, 0.5f * 16 + 1}});
    row(TensorType::Q8_0, {{1, 0x38}, {2, 0x80}, {7, 0xff}, {33, 0x7f}},
        {{0, 32, 0.0f}, {0, 1, 0.5f * -128}, {5, 1, 0.5f * -1}, {31, 1, 0.5f * 127}});

    // d 1, dmin 0.5. Group 0: scale 1, minimum 2; group 6: 2, 0; group 9: 3, 4. Byte 1 of the first half holds values 1
    // (two), 33, 65 (zero) and 97 (three); byte 16 of the second half value 144 (one).
    row(TensorType::Q2_K,
        {{0, 0x21}, {6, 0x02}, {9, 0x43}, {16 + 1, 0xc2}, {16 + 32 + 16, 0x01}, {81, 0x3c}, {83, 0x38}},
        {{0, 256, 0.0f},
         {0, 16, 0.5f * -2},
         {1, 1, 1.0f * 2 - 0.5f * 2},
         {97, 1, 2.0f * 3},
         {144, 16, 0.5f * -4},
         {144, 1, 3.0f * 1 - 0.5f * 4}});
    // d 1. Scales are stored 32 too large, quants 4: zeros mean -32 · -4. Group 0: 33 (low 1, high 2); group 12: 34
    // (low 2, high 2). Value 3: third bit and two; value 200: third bit and three.
    row(TensorType::Q3_K,
        {{3, 0x01}, {8, 0x40}, {32 + 3, 0x02}, {32 + 32 + 8, 0x30}, {96, 0x01}, {100, 0x20}, {104, 0x82}, {109, 0x3c}},
        {{0, 256, 128.0f}, {0, 16, -4.0f}, {3, 1, 6.0f - 4}, {192, 16, 2.0f * -4}, {200, 1, 2.0f * (7 - 4)}});
    // d 1, dmin 0.5. Group 1: scale 3, minimum 4, from their own bytes. Group 6: scale 17 = 1 + (1 << 4), minimum 34 =
    // 2 + (2 << 4), from a byte of nibbles and the top bits of the bytes of group 2. Values 35 (five) and 200 (two).
    row(TensorType::Q4_K,
        {{1, 0x3c}, {3, 0x38}, {5, 3}, {9, 4}, {6, 0x40}, {10, 0x80}, {14, 0x21}, {16 + 3, 0x50}, {16 + 96 + 8, 0x02}},
        {{0, 256, 0.0f},
         {32, 32, 0.5f * -4},
         {35, 1, 3.0f * 5 - 0.5f * 4},
         {192, 32, 0.5f * -34},
         {200, 1, 17.0f * 2 - 0.5f * 34}});
    // The same with the fifth bits of values 35 and 200.
    row(TensorType::Q5_K,
        {{1, 0x3c},
         {3, 0x38},
         {5, 3},
         {9, 4},
         {6, 0x40},
         {10, 0x80},
         {14, 0x21},
         {16 + 3, 0x02},
         {16 + 8, 0x40},
         {48 + 3, 0x50},
         {48 + 96 + 8, 0x02}},
        {{0, 256, 0.0f},
         {32, 32, 0.5f * -4},
         {35, 1, 3.0f * 21 - 0.5f * 4},
         {192, 32, 0.5f * -34},
         {200, 1, 17.0f * 18 - 0.5f * 34}});
    // d 1. Quants are stored 32 too large; a scale of 0 makes minus zeros of them. Group 1: scale 2; group 12: scale
    // -1. Value 20: five and high bits three; value 200: seven and high bits two.
    row(TensorType::Q6_K,
        {{20, 0x05}, {64 + 8, 0x70}, {128 + 20, 0x03}, {128 + 32 + 8, 0x20}, {193, 2}, {204, 0xff}, {209, 0x3c}},
        {{0, 256, -0.0f},
         {16, 16, 2.0f * -32},
         {20, 1, 2.0f * (53 - 32)},
         {192, 16, -1.0f * -32},
         {200, 1, -1.0f * (39 - 32)}});

    // d 0.5. Index 0 is level -127, 8 is 1, 15 is 113.
    row(TensorType::IQ4_NL, {{1, 0x38}, {2 + 3, 0xf8}}, {{0, 32, 0.5f * -127}, {3, 1, 0.5f}, {19, 1, 0.5f * 113}});
    // d 1. Scales are stored 32 too large. Group 5: 34 (low 2, high 2).
    row(TensorType::IQ4_XS, {{1, 0x3c}, {3, 0x08}, {6, 0x20}, {8 + 80 + 5, 0xf8}},
        {{0, 256, -32.0f * -127}, {160, 32, 2.0f * -127}, {165, 1, 2.0f * 1}, {181, 1, 2.0f * 113}});
}

void TestBlockLayouts::handBuilt()
{
    QFETCH(quint32, type);
    QFETCH(std::vector<ByteAt>, bytes);
    QFETCH(std::vector<Run>, runs);
    const TypeTraits& geometry = traits(static_cast<TensorType>(type));
    std::vector<std::byte> block(geometry.blockBytes);
    for (const ByteAt& at : bytes)
        block.at(at.offset) = static_cast<std::byte>(at.byte);
    std::vector<float> expected(geometry.blockElements);
    for (const Run& run : runs)
        std::fill_n(expected.begin() + static_cast<std::ptrdiff_t>(run.first), run.count, run.value);

    std::vector<float> values(geometry.blockElements);
    QVERIFY(dequantise(static_cast<TensorType>(type), block, values));
    QCOMPARE(firstDifference(values, expected), std::ptrdiff_t {-1});
}

QTEST_APPLESS_MAIN(TestBlockLayouts)
#include "test_block_layouts.moc"
