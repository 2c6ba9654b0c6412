// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/gguf_sample.h"
#include "widgets/models/tensor_values.h"
#include "widgets/models/value_moments.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <numeric>

using namespace lacuna;
using namespace lacuna::models;
using quant::TensorType;
using support::GgufWriter;
using tests::MemoryFile;

namespace {

constexpr float s_nan = std::numeric_limits<float>::quiet_NaN();
constexpr float s_infinity = std::numeric_limits<float>::infinity();

/// The values of an F32 tensor with this shape.
Result<TensorValues> measured(const std::vector<float>& values, std::vector<quint64> shape)
{
    GgufWriter writer;
    writer.addTensor("x", TensorType::F32, std::move(shape), support::floats(values));
    const MemoryFile sample(writer);
    return measureTensor(*sample.file(), sample.file()->tensors()[0]);
}

quint64 sum(const std::vector<quint64>& counts)
{
    return std::accumulate(counts.begin(), counts.end(), quint64(0));
}

} // namespace

class TestTensorValues : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void figuresOfAFewValues()
    {
        const auto values = measured({-1, 0, 2, s_nan, s_infinity, 0, -s_infinity, 3}, {4, 2});
        QVERIFY(values);
        QCOMPARE(values->count, 8u);
        QCOMPARE(values->zeros, 2u);
        QCOMPARE(values->nans, 1u);
        QCOMPARE(values->infinities, 2u);
        QCOMPARE(values->minimum, -1.0);
        QCOMPARE(values->maximum, 3.0);
        QCOMPARE(values->mean, 0.8);
        QVERIFY(std::abs(values->sigma - std::sqrt((1 + 4 + 9) / 5.0 - 0.64)) < 1e-12);
        QCOMPARE(values->first.size(), 8u);
        QVERIFY(std::isnan(values->first[3]));
        QCOMPARE(sum(values->histogram.counts), 5u);
        QCOMPARE(values->histogram.counts.front(), 1u);
        QCOMPARE(values->histogram.counts.back(), 1u);
    }

    void heatMapOfAFewValuesIsTheValues()
    {
        const auto values = measured({-1, 0, 2, s_nan, -4, 5}, {3, 2});
        const HeatMap& map = values->heatMap;
        QVERIFY(map.isExact());
        QCOMPARE(map.columns, 3);
        QCOMPARE(map.rows, 2);
        QCOMPARE(map.mean[0], -1.0f);
        QVERIFY(std::isnan(map.mean[3]));
        QVERIFY(std::isnan(map.largest[3]));
        QCOMPARE(map.largest[4], 4.0f);
        QCOMPARE(map.rootMeanSquare[4], 4.0f);
    }

    void heatMapOfALargeTensorIsDownSampled()
    {
        // value = number of the row, so each cell has the mean of its rows
        constexpr quint64 across = 1000;
        constexpr quint64 down = 300;
        std::vector<float> rows(across * down);
        for (size_t i = 0; i < rows.size(); ++i)
            rows[i] = float(i / across);
        const auto values = measured(rows, {across, down});
        const HeatMap& map = values->heatMap;
        QCOMPARE(map.columns, HeatMap::s_mostCells);
        QCOMPARE(map.rows, HeatMap::s_mostCells);
        QVERIFY(!map.isExact());
        QCOMPARE(map.mean[0], 0.5f); // rows 0 and 1
        QCOMPARE(map.mean[size_t(map.columns)], 2.0f); // row 2 alone
        QCOMPARE(map.mean.back(), 299.0f);
        QCOMPARE(values->mean, 149.5);
        QCOMPARE(sum(values->histogram.counts), across * down);
        QVERIFY(std::abs(values->sigma - std::sqrt((300.0 * 300.0 - 1) / 12)) < 1e-9 * values->sigma + 1e-4);
    }

    void deviationOfValuesFarFromZero()
    {
        std::vector<float> values(100'000);
        for (size_t i = 0; i < values.size(); ++i)
            values[i] = i % 2 == 0 ? 100'000.0f : 100'000.5f;
        const auto measuredValues = measured(values, {values.size()});
        QVERIFY(std::abs(measuredValues->sigma - 0.25) < 1e-6); // naive sums of squares would give 0 or worse
        QCOMPARE(measuredValues->mean, 100'000.25);
    }

    void nothingFiniteLeavesNoNumbers()
    {
        const auto values = measured({s_nan, s_infinity, s_nan}, {3});
        QVERIFY(values);
        QVERIFY(std::isnan(values->minimum) && std::isnan(values->maximum) && std::isnan(values->mean)
                && std::isnan(values->sigma));
        QVERIFY(values->histogram.counts.empty());
    }

    void hugeValuesDoNotOverflow()
    {
        const auto values = measured({3e38f, -3e38f, 3e38f, -3e38f, 1, 2, 3, 4}, {8});
        QCOMPARE(values->maximum, double(3e38f));
        QVERIFY(std::isfinite(values->sigma));
        QCOMPARE(values->infinities, 0u);
        QCOMPARE(sum(values->histogram.counts), 8u);
    }

    void equalValuesMakeOneBin()
    {
        const auto values = measured(std::vector<float>(50, 7.0f), {50});
        QCOMPARE(values->histogram.low, values->histogram.high);
        QCOMPARE(values->histogram.counts.front(), 50u);
        QCOMPARE(values->sigma, 0.0);
    }

    void everyTypeThatCanBeDequantised()
    {
        for (quint32 id = 0; id < 64; ++id) {
            const quant::TypeTraits* traits = quant::findTraits(id);
            if (!traits || !traits->canDequantise)
                continue;
            GgufWriter writer; // zeros: more than a chunk of them
            writer.addTensor("x", traits->type, {256, 300});
            const MemoryFile sample(writer);
            const auto values = measureTensor(*sample.file(), sample.file()->tensors()[0]);
            QVERIFY2(values, traits->name);
            QCOMPARE(values->count, 76'800u);
            QCOMPARE(values->nans, 0u);
            QVERIFY(values->mean == values->minimum && values->sigma == 0.0);
        }
    }

    void reportsAndStops()
    {
        GgufWriter writer;
        writer.addTensor("x", TensorType::F32, {256, 2000});
        const MemoryFile sample(writer);
        double last = 0;
        const auto watch = [&last](double share) {
            QVERIFY(share >= last && share <= 1);
            last = share;
        };
        QVERIFY(measureTensor(*sample.file(), sample.file()->tensors()[0], watch));
        QCOMPARE(last, 1.0);

        std::stop_source source;
        const auto stop = [&source](double) {
            source.request_stop();
        };
        const auto stopped = measureTensor(*sample.file(), sample.file()->tensors()[0], stop, source.get_token());
        QCOMPARE(stopped.error().code, Error::Code::Cancelled);
    }

    void whatCannotBeReadSaysWhy()
    {
        GgufWriter writer;
        writer.addTensor("integers", TensorType::I32, {4});
        writer.addRawTensor("odd", 77, {10}, 0);
        writer.addTensor("far", TensorType::F32, {4});
        writer.claimOffset(1 << 20);
        const MemoryFile sample(writer);
        const auto error = [&](size_t tensor) {
            return measureTensor(*sample.file(), sample.file()->tensors()[tensor]).error();
        };
        QCOMPARE(error(0).code, Error::Code::Unsupported);
        QVERIFY(error(0).message.contains(QStringLiteral("I32")));
        QCOMPARE(error(1).code, Error::Code::Unsupported);
        QCOMPARE(error(2).code, Error::Code::Malformed);

        GgufWriter big(3, true);
        big.addTensor("x", TensorType::F32, {4});
        const MemoryFile bigEndian(big);
        const auto values = measureTensor(*bigEndian.file(), bigEndian.file()->tensors()[0]);
        QCOMPARE(values.error().code, Error::Code::Unsupported);
    }
};

QTEST_GUILESS_MAIN(TestTensorValues)
#include "test_tensor_values.moc"
