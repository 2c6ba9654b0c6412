// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/kernel_table.h"
#include "kernels/kernel_test.h"
#include "kernels/linear.h"
#include "quant/decoded.h"
#include "quant/dequantise.h"
#include "support/random_weights.h"

#include <QElapsedTimer>

#include <atomic>
#include <thread>
#include <tuple>

using namespace lacuna;
using kernels::Activations;
using kernels::Isa;
using kernels::WeightView;
using quant::TensorType;
using test::sameBits;

namespace {

struct Weight {
    TensorType type;
    int outputs;
    int inputs;
    std::vector<std::byte> blocks;

    Weight(TensorType weightType, int rows, int columns, std::mt19937& random)
        : type(weightType)
        , outputs(rows)
        , inputs(columns)
        , blocks(test::randomBlocks(weightType, size_t(rows) * size_t(columns), random))
    {
    }
    WeightView view() const { return {type, blocks.data(), outputs, inputs}; }
};

/// Activations that every form holds exactly: integers, of which each 32 have one of ±127 and a small sum.
std::vector<float> exactActivations(int rows, int inputs, std::mt19937& random)
{
    std::vector<float> x(size_t(rows) * size_t(inputs));
    for (size_t i = 0; i < x.size(); ++i)
        x[i] = float(int(random() % 31) - 15);
    for (size_t i = 0; i + 32 <= x.size(); i += 32)
        x[i + random() % 32] = random() % 2 ? 127.0f : -127.0f;
    return x;
}

std::vector<float> randomActivations(int rows, int inputs, std::mt19937& random)
{
    return test::normalValues(size_t(rows) * size_t(inputs), random);
}

std::vector<float> product(const Weight& weight, const std::vector<float>& x, int threads = 1)
{
    const int rows = int(x.size()) / weight.inputs;
    Activations activations;
    activations.set(x.data(), rows, weight.inputs, weight.inputs);
    runtime::ThreadPool pool(threads);
    std::vector<float> y(size_t(rows) * size_t(weight.outputs), -1);
    if (!kernels::linear(weight.view(), activations, {y.data(), rows, weight.outputs}, pool))
        return {};
    return y;
}

void addIsasAndTypes()
{
    QTest::addColumn<Isa>("isa");
    QTest::addColumn<TensorType>("type");
    for (Isa isa : {Isa::Avx2, Isa::AvxVnni, Isa::Avx512Vnni, Isa::AmxInt8}) {
        for (TensorType type : test::runnableTypes)
            QTest::addRow("%s %s", qPrintable(kernels::isaName(isa)), quant::traits(type).name) << isa << type;
    }
}

void addTypes()
{
    QTest::addColumn<TensorType>("type");
    for (TensorType type : test::runnableTypes)
        QTest::newRow(quant::traits(type).name) << type;
}

} // namespace

class TestLinear : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { kernels::selectIsa(Isa::Scalar); }
    void scalarAgreesWithDequantised_data() { addTypes(); }
    void scalarAgreesWithDequantised();
    void quantisedActivationsAreClose_data() { addTypes(); }
    void quantisedActivationsAreClose();
    void isasGiveTheBitsOfScalar_data() { addIsasAndTypes(); }
    void isasGiveTheBitsOfScalar();
    void isasKeepExtremes_data() { addIsasAndTypes(); }
    void isasKeepExtremes();
    void rowsAreIndependent_data() { addIsasAndTypes(); }
    void rowsAreIndependent();
    void stridesAreHonoured();
    void addsToWhatIsThere_data() { test::addIsas(); }
    void addsToWhatIsThere();
    void comesInPieces_data() { test::addIsas(); }
    void comesInPieces();
    void gatesByTheSecondProduct_data() { test::addIsas(); }
    void gatesByTheSecondProduct();
    void oneSetServesAllTypes();
    void formsAreMadeWithTheRows();
    void noRows();
    void zeroActivations_data() { addTypes(); }
    void zeroActivations();
    void stopIsHonoured();
    void stopIsHonouredWithinAChunk();
};

void TestLinear::scalarAgreesWithDequantised()
{
    QFETCH(TensorType, type);
    std::mt19937 random(1);
    const Weight weight(type, 19, 768, random);
    const std::vector<float> x = exactActivations(3, weight.inputs, random);
    std::vector<float> w(size_t(weight.outputs) * size_t(weight.inputs));
    QVERIFY(quant::dequantise(type, weight.blocks, w));
    const std::vector<float> y = product(weight, x);
    for (size_t row = 0; row < 3; ++row) {
        for (size_t output = 0; output < size_t(weight.outputs); ++output) {
            double sum = 0;
            double magnitude = 0;
            for (size_t k = 0; k < size_t(weight.inputs); ++k) {
                const double term =
                    double(x[row * size_t(weight.inputs) + k]) * double(w[output * size_t(weight.inputs) + k]);
                sum += term;
                magnitude += std::fabs(term);
            }
            // Offsets and scales cancel within a group, so the bound is relative to the sum of magnitudes.
            const double difference = std::fabs(double(y[row * size_t(weight.outputs) + output]) - sum);
            QVERIFY2(difference <= 2e-6 * magnitude,
                     qPrintable(QStringLiteral("%1 of %2").arg(difference).arg(magnitude)));
        }
    }
}

void TestLinear::quantisedActivationsAreClose()
{
    QFETCH(TensorType, type);
    std::mt19937 random(2);
    const Weight weight(type, 33, 1024, random);
    const std::vector<float> x = randomActivations(5, weight.inputs, random);
    std::vector<float> w(size_t(weight.outputs) * size_t(weight.inputs));
    QVERIFY(quant::dequantise(type, weight.blocks, w));
    const std::vector<float> y = product(weight, x);
    double errors = 0;
    double squares = 0;
    for (size_t row = 0; row < 5; ++row) {
        for (size_t output = 0; output < size_t(weight.outputs); ++output) {
            double sum = 0;
            for (size_t k = 0; k < size_t(weight.inputs); ++k)
                sum += double(x[row * size_t(weight.inputs) + k]) * double(w[output * size_t(weight.inputs) + k]);
            errors += std::pow(double(y[row * size_t(weight.outputs) + output]) - sum, 2);
            squares += sum * sum;
        }
    }
    // int8 with a scale for the largest of 256: a step of 3.2 σ / 127 gives 0.7 % of noise on normal values.
    QVERIFY2(std::sqrt(errors / squares) < 0.012, qPrintable(QString::number(std::sqrt(errors / squares))));
}

void TestLinear::isasGiveTheBitsOfScalar()
{
    USE_ISA_OF_ROW();
    QFETCH(TensorType, type);
    std::mt19937 random(9);
    const int block = int(quant::traits(type).blockElements);
    for (int inputs : {block, 256 + block, 1024 + 3 * block}) {
        for (int outputs : {1, 16, 31, 72}) {
            const Weight weight(type, outputs, inputs, random);
            for (int rows : {1, 5, 18, 35}) {
                const std::vector<float> x = randomActivations(rows, inputs, random);
                kernels::selectIsa(Isa::Scalar);
                const std::vector<float> expected = product(weight, x);
                kernels::selectIsa(isa);
                QVERIFY2(sameBits(product(weight, x), expected),
                         qPrintable(QStringLiteral("%1 rows, %2 × %3").arg(rows).arg(outputs).arg(inputs)));
            }
        }
    }
}

void TestLinear::isasKeepExtremes()
{
    USE_ISA_OF_ROW();
    QFETCH(TensorType, type);
    if (!quant::findDecodedTraits(type))
        return;
    std::mt19937 random(10);
    Weight weight(type, 32, 256, random);
    // All quants at their largest or smallest, over scales that stay what they are; activations all ±127.
    const size_t blockBytes = quant::traits(type).blockBytes;
    for (int fill : {0xff, 0x00, 0x80, 0x7f}) {
        for (size_t i = 0; i < weight.blocks.size(); ++i) {
            if (!test::isScale(type, i % blockBytes))
                weight.blocks[i] = std::byte(fill);
        }
        for (int sign : {1, -1, 0}) {
            std::vector<float> x(256, 127.0f * float(sign));
            if (sign == 0) {
                for (size_t i = 0; i < x.size(); ++i)
                    x[i] = random() % 2 ? 127.0f : -127.0f;
            }
            kernels::selectIsa(Isa::Scalar);
            const std::vector<float> expected = product(weight, x);
            kernels::selectIsa(isa);
            QVERIFY(sameBits(product(weight, x), expected));
        }
    }
}

void TestLinear::rowsAreIndependent()
{
    USE_ISA_OF_ROW();
    QFETCH(TensorType, type);
    std::mt19937 random(3);
    const Weight weight(type, 40, 512, random);
    const std::vector<float> x = randomActivations(9, weight.inputs, random);
    const std::vector<float> all = product(weight, x);
    for (int rows = 1; rows < 9; ++rows) {
        const std::vector<float> some = product(weight, {x.begin(), x.begin() + rows * weight.inputs});
        QVERIFY(sameBits(some, {all.begin(), all.begin() + rows * weight.outputs}));
    }
    for (int threads : {2, 3, 8})
        QVERIFY(sameBits(product(weight, x, threads), all));
}

void TestLinear::stridesAreHonoured()
{
    std::mt19937 random(4);
    const Weight weight(TensorType::Q8_0, 20, 64, random);
    const std::vector<float> x = randomActivations(3, 100, random);
    std::vector<float> dense;
    for (int row = 0; row < 3; ++row)
        dense.insert(dense.end(), x.begin() + row * 100, x.begin() + row * 100 + 64);
    Activations activations;
    activations.set(x.data(), 3, 64, 100);
    QCOMPARE(activations.rows(), 3);
    QCOMPARE(activations.inputs(), 64);
    runtime::ThreadPool pool(1);
    std::vector<float> y(3 * 30, -7);
    QVERIFY(kernels::linear(weight.view(), activations, {y.data(), 3, 20, 30}, pool));
    const std::vector<float> expected = product(weight, dense);
    for (size_t row = 0; row < 3; ++row) {
        for (size_t column = 0; column < 30; ++column)
            QCOMPARE(y[row * 30 + column], column < 20 ? expected[row * 20 + column] : -7.0f);
    }
}

void TestLinear::addsToWhatIsThere()
{
    USE_ISA_OF_ROW();
    std::mt19937 random(9);
    for (TensorType type : {TensorType::Q4_K, TensorType::Q8_0, TensorType::F16}) {
        const Weight weight(type, 70, 512, random);
        const std::vector<float> x = randomActivations(19, 512, random);
        const std::vector<float> products = product(weight, x);
        std::vector<float> y = randomActivations(19, 80, random);
        std::vector<float> expected = y;
        for (size_t row = 0; row < 19; ++row) {
            for (size_t i = 0; i < 70; ++i)
                expected[row * 80 + i] += products[row * 70 + i];
        }
        Activations activations;
        activations.set(x.data(), 19, 512, 512);
        runtime::ThreadPool pool(2);
        QVERIFY(kernels::addLinear(weight.view(), activations, {y.data(), 19, 70, 80}, pool));
        QVERIFY(sameBits(y, expected));
    }
}

void TestLinear::comesInPieces()
{
    USE_ISA_OF_ROW();
    std::mt19937 random(12);
    for (const auto& [type, rows, pieceOutputs] : {std::tuple {TensorType::Q4_K, 19, 64},
                                                   {TensorType::Q6_K, 1, 32},
                                                   {TensorType::Q8_0, 600, 96},
                                                   {TensorType::F16, 7, 1024}}) {
        const Weight weight(type, 230, 512, random);
        const std::vector<float> x = randomActivations(rows, 512, random);
        Activations activations;
        activations.set(x.data(), rows, 512, 512);
        runtime::ThreadPool pool(3);
        std::vector<float> y(size_t(rows) * 230, -7);
        std::vector<std::atomic<int>> calls(230);
        const auto use = [&](int first, kernels::Matrix piece) {
            ++calls[size_t(first)];
            for (int row = 0; row < piece.rows; ++row)
                std::copy_n(piece.row(row), piece.columns, y.data() + row * 230 + first);
        };
        QVERIFY(kernels::linearInPieces(weight.view(), activations, pieceOutputs, use, pool));
        QVERIFY(sameBits(y, product(weight, x)));
        for (int i = 0; i < 230; ++i)
            QCOMPARE(calls[size_t(i)].load(), i % pieceOutputs == 0 ? 1 : 0);
    }
}

void TestLinear::gatesByTheSecondProduct()
{
    USE_ISA_OF_ROW();
    std::mt19937 random(10);
    const std::pair<TensorType, TensorType> types[] = {{TensorType::Q4_K, TensorType::Q6_K},
                                                       {TensorType::Q8_0, TensorType::Q4_1},
                                                       {TensorType::BF16, TensorType::Q4_K}};
    for (const auto& [gateType, upType] : types) {
        const Weight gate(gateType, 70, 512, random);
        const Weight up(upType, 70, 512, random);
        const std::vector<float> x = randomActivations(19, 512, random);
        std::vector<float> expected = product(gate, x);
        kernels::kernels().swiglu(product(up, x).data(), int(expected.size()), expected.data());
        Activations activations;
        activations.set(x.data(), 19, 512, 512);
        runtime::ThreadPool pool(2);
        std::vector<float> y(19 * 80, -7);
        QVERIFY(kernels::gatedLinear(gate.view(), up.view(), activations, {y.data(), 19, 70, 80}, pool));
        for (size_t row = 0; row < 19; ++row) {
            for (size_t i = 0; i < 80; ++i)
                QCOMPARE(y[row * 80 + i], i < 70 ? expected[row * 70 + i] : -7.0f);
        }
    }
}

void TestLinear::oneSetServesAllTypes()
{
    std::mt19937 random(5);
    const std::vector<float> x = randomActivations(4, 512, random);
    const std::vector<float> other = randomActivations(4, 512, random);
    Activations activations;
    runtime::ThreadPool pool(1);
    std::vector<float> y(4 * 24);
    for (const std::vector<float>& source : {x, other}) { // the second round must not see forms of the first
        activations.set(source.data(), 4, 512, 512);
        for (TensorType type : test::runnableTypes) {
            const Weight weight(type, 24, 512, random);
            QVERIFY(kernels::linear(weight.view(), activations, {y.data(), 4, 24}, pool));
            QVERIFY(sameBits(y, product(weight, source)));
        }
    }
}

void TestLinear::formsAreMadeWithTheRows()
{
    std::mt19937 random(12);
    const std::vector<float> source = randomActivations(9, 512, random);
    std::vector<float> x(source.size());
    Activations activations;
    runtime::ThreadPool pool(2);
    const auto produce = [&](int row) {
        std::copy_n(source.begin() + row * 512, 512, x.begin() + row * 512);
    };
    const TensorType made[] = {TensorType::Q4_K, TensorType::Q6_K, TensorType::Q4_1, TensorType::F16, TensorType::Q4_K};
    QVERIFY(activations.set({x.data(), 9, 512}, made, produce, pool));
    std::vector<float> y(9 * 24);
    for (TensorType type : test::runnableTypes) { // those that were not asked for as well
        const Weight weight(type, 24, 512, random);
        QVERIFY(kernels::linear(weight.view(), activations, {y.data(), 9, 24}, pool));
        QVERIFY(sameBits(y, product(weight, source)));
    }
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!activations.set({x.data(), 9, 512}, made, produce, pool, stop.get_token()));
    const Weight weight(TensorType::Q4_K, 24, 512, random);
    QVERIFY(kernels::linear(weight.view(), activations, {y.data(), 9, 24}, pool)); // what a stop left out is made then
    QVERIFY(sameBits(y, product(weight, source)));
}

void TestLinear::noRows()
{
    std::mt19937 random(6);
    const Weight weight(TensorType::Q4_K, 16, 256, random);
    QVERIFY(product(weight, {}).empty());
    Activations activations;
    activations.set(nullptr, 0, 256, 256);
    runtime::ThreadPool pool(1);
    const auto use = [](int, kernels::Matrix piece) {
        QCOMPARE(piece.rows, 0);
    };
    QVERIFY(kernels::linearInPieces(weight.view(), activations, 32, use, pool));
}

void TestLinear::zeroActivations()
{
    QFETCH(TensorType, type);
    std::mt19937 random(7);
    const Weight weight(type, 17, 256, random);
    const std::vector<float> y = product(weight, std::vector<float>(256, 0.0f));
    for (float value : y)
        QCOMPARE(value, 0.0f);
}

void TestLinear::stopIsHonoured()
{
    std::mt19937 random(8);
    const Weight weight(TensorType::Q4_K, 64, 256, random);
    const std::vector<float> x = randomActivations(2, 256, random);
    Activations activations;
    activations.set(x.data(), 2, 256, 256);
    runtime::ThreadPool pool(2);
    std::stop_source source;
    source.request_stop();
    std::vector<float> y(2 * 64);
    const kernels::Matrix to(y.data(), 2, 64);
    QVERIFY(!kernels::linear(weight.view(), activations, to, pool, source.get_token()));
    QVERIFY(!kernels::addLinear(weight.view(), activations, to, pool, source.get_token()));
    QVERIFY(!kernels::gatedLinear(weight.view(), weight.view(), activations, to, pool, source.get_token()));
    const auto use = [](int, kernels::Matrix) {
        QFAIL("a product that was stopped is used");
    };
    QVERIFY(!kernels::linearInPieces(weight.view(), activations, 32, use, pool, source.get_token()));
    QVERIFY(kernels::linear(weight.view(), activations, to, pool));
    QVERIFY(sameBits(y, product(weight, x)));
}

void TestLinear::stopIsHonouredWithinAChunk()
{
    std::mt19937 random(11);
    const Weight weight(TensorType::Q4_K, 32, 12288, random);
    const std::vector<float> x = randomActivations(512, 12288, random);
    Activations activations;
    activations.set(x.data(), 512, 12288, 12288);
    runtime::ThreadPool pool(1);
    std::vector<float> y(512 * 32);
    const kernels::Matrix to(y.data(), 512, 32);
    QVERIFY(kernels::linear(weight.view(), activations, to, pool)); // quantises as well, so that the next one need not
    QElapsedTimer timer;
    timer.start();
    QVERIFY(kernels::linear(weight.view(), activations, to, pool));
    const qint64 whole = timer.restart();
    std::stop_source source;
    std::jthread stopping([&] {
        while (timer.elapsed() < whole / 10)
            std::this_thread::yield();
        source.request_stop();
    });
    QVERIFY(!kernels::linear(weight.view(), activations, to, pool, source.get_token()));
    QVERIFY2(timer.elapsed() < whole * 2 / 3, qPrintable(QString::number(timer.elapsed())));
}

QTEST_GUILESS_MAIN(TestLinear)
#include "test_linear.moc"
