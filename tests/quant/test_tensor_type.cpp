// SPDX-License-Identifier: GPL-3.0-or-later
#include "quant/tensor_type.h"

#include <QtTest>

#include <array>
#include <limits>

using namespace lacuna::quant;

class TestTensorType : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void geometry_data()
    {
        QTest::addColumn<quint32>("id");
        QTest::addColumn<quint32>("blockElements");
        QTest::addColumn<quint32>("blockBytes");
        struct Row {
            quint32 id;
            const char* name;
            quint32 blockElements;
            quint32 blockBytes;
        };
        // gguf-py 0.19, gguf/constants.py, GGML_QUANT_SIZES
        constexpr std::array s_rows {
            Row {0u, "F32", 1u, 4u},         Row {1u, "F16", 1u, 2u},         Row {2u, "Q4_0", 32u, 18u},
            Row {3u, "Q4_1", 32u, 20u},      Row {6u, "Q5_0", 32u, 22u},      Row {7u, "Q5_1", 32u, 24u},
            Row {8u, "Q8_0", 32u, 34u},      Row {9u, "Q8_1", 32u, 36u},      Row {10u, "Q2_K", 256u, 84u},
            Row {11u, "Q3_K", 256u, 110u},   Row {12u, "Q4_K", 256u, 144u},   Row {13u, "Q5_K", 256u, 176u},
            Row {14u, "Q6_K", 256u, 210u},   Row {15u, "Q8_K", 256u, 292u},   Row {16u, "IQ2_XXS", 256u, 66u},
            Row {17u, "IQ2_XS", 256u, 74u},  Row {18u, "IQ3_XXS", 256u, 98u}, Row {19u, "IQ1_S", 256u, 50u},
            Row {20u, "IQ4_NL", 32u, 18u},   Row {21u, "IQ3_S", 256u, 110u},  Row {22u, "IQ2_S", 256u, 82u},
            Row {23u, "IQ4_XS", 256u, 136u}, Row {24u, "I8", 1u, 1u},         Row {25u, "I16", 1u, 2u},
            Row {26u, "I32", 1u, 4u},        Row {27u, "I64", 1u, 8u},        Row {28u, "F64", 1u, 8u},
            Row {29u, "IQ1_M", 256u, 56u},   Row {30u, "BF16", 1u, 2u},       Row {34u, "TQ1_0", 256u, 54u},
            Row {35u, "TQ2_0", 256u, 66u},   Row {39u, "MXFP4", 32u, 17u},    Row {40u, "NVFP4", 64u, 36u},
            Row {41u, "Q1_0", 128u, 18u},    Row {42u, "Q2_0", 64u, 18u},
        };
        for (const Row& row : s_rows)
            QTest::newRow(row.name) << row.id << row.blockElements << row.blockBytes;
    }

    void geometry()
    {
        QFETCH(quint32, id);
        const TypeTraits* row = findTraits(id);
        QVERIFY(row);
        QCOMPARE(quint32(row->type), id);
        QCOMPARE(QByteArray(row->name), QByteArray(QTest::currentDataTag()));
        QTEST(row->blockElements, "blockElements");
        QTEST(row->blockBytes, "blockBytes");
        QCOMPARE(&traits(row->type), row);
        QCOMPARE(typeName(id), QString::fromLatin1(QTest::currentDataTag()));
        QCOMPARE(byteSize(row->type, 3 * quint64(row->blockElements)), std::optional<quint64>(3 * row->blockBytes));
        QVERIFY(row->canDequantise || !row->canRun);
        QVERIFY(!wasRemoved(id));
    }

    void everyIdIsKnownOrRemoved()
    {
        QString removed;
        for (quint32 id = 0; id < 43; ++id) {
            QVERIFY(findTraits(id) || wasRemoved(id));
            if (wasRemoved(id))
                removed += QString::number(id) + u' ';
        }
        QCOMPARE(removed, QStringLiteral("4 5 31 32 33 36 37 38 "));
        for (const quint32 id : {43u, 1000u, std::numeric_limits<quint32>::max()})
            QVERIFY(!findTraits(id) && !wasRemoved(id));
        QCOMPARE(typeName(4), QStringLiteral("removed type 4"));
        QCOMPARE(typeName(43), QStringLiteral("unknown type 43"));
    }

    void sizesAreChecked()
    {
        QCOMPARE(byteSize(TensorType::Q4_0, 31), std::nullopt);
        QCOMPARE(byteSize(TensorType::F32, quint64(1) << 62), std::nullopt);
        QCOMPARE(byteSize(TensorType::F64, std::numeric_limits<quint64>::max()), std::nullopt);
        QCOMPARE(byteSize(TensorType::Q6_K, 0), std::optional<quint64>(0));
    }
};

QTEST_APPLESS_MAIN(TestTensorType)
#include "test_tensor_type.moc"
