// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/kernel_table.h"
#include "kernels/kernel_test.h"
#include "kernels/norm.h"
#include "kernels/rope.h"

#include <algorithm>
#include <functional>
#include <numeric>

using namespace lacuna;
using kernels::Isa;
using kernels::Matrix;
using test::normalValues;
using test::sameBits;

class TestElementwise : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { kernels::selectIsa(Isa::Scalar); }
    void rmsNormMatchesDouble_data() { test::addIsas(); }
    void rmsNormMatchesDouble();
    void rmsNormInPlaceWithStride_data() { test::addIsas(); }
    void rmsNormInPlaceWithStride();
    void swigluMatchesDouble_data() { test::addIsas(); }
    void swigluMatchesDouble();
    void swigluExtremes_data() { test::addIsas(); }
    void swigluExtremes();
    void addIsExact_data() { test::addIsas(); }
    void addIsExact();
    void softmaxMatchesDouble_data() { test::addIsas(); }
    void softmaxMatchesDouble();
    void softmaxExtremes_data() { test::addIsas(); }
    void softmaxExtremes();
    void ropeTurnsAdjacentPairs_data() { test::addIsas(); }
    void ropeTurnsAdjacentPairs();
    void ropeTableIsClose();
    void ropeFactorsDivide();
    void stopIsHonoured();
};

namespace {
constexpr int oddSizes[] = {1, 2, 7, 16, 31, 33, 64, 100, 4097};
}

void TestElementwise::rmsNormMatchesDouble()
{
    USE_ISA_OF_ROW();
    std::mt19937 random(1);
    runtime::ThreadPool pool(2);
    for (int columns : oddSizes) {
        const int rows = 9;
        const std::vector<float> x = normalValues(size_t(rows * columns), random, 3);
        const std::vector<float> weight = normalValues(size_t(columns), random);
        std::vector<float> y(x.size());
        QVERIFY(kernels::rmsNorm({x.data(), rows, columns}, weight.data(), 1e-5f, {y.data(), rows, columns}, pool));
        std::vector<double> expected;
        for (int row = 0; row < rows; ++row) {
            double squares = 0;
            for (int i = 0; i < columns; ++i)
                squares += std::pow(double(x[size_t(row * columns + i)]), 2);
            const double scale = 1 / std::sqrt(squares / columns + double(1e-5f));
            for (int i = 0; i < columns; ++i)
                expected.push_back(double(x[size_t(row * columns + i)]) * scale * double(weight[size_t(i)]));
        }
        VERIFY_AT_MOST(test::worstRelativeDifference(y, expected), 1e-6);
    }
}

void TestElementwise::rmsNormInPlaceWithStride()
{
    USE_ISA_OF_ROW();
    std::mt19937 random(2);
    runtime::ThreadPool pool(1);
    const std::vector<float> x = normalValues(3 * 50, random);
    const std::vector<float> weight = normalValues(40, random);
    std::vector<float> y(3 * 40);
    QVERIFY(kernels::rmsNorm({x.data(), 3, 40, 50}, weight.data(), 1e-5f, {y.data(), 3, 40}, pool));
    std::vector<float> inPlace = x;
    QVERIFY(
        kernels::rmsNorm(Matrix(inPlace.data(), 3, 40, 50), weight.data(), 1e-5f, {inPlace.data(), 3, 40, 50}, pool));
    for (size_t row = 0; row < 3; ++row) {
        for (size_t i = 0; i < 50; ++i)
            QCOMPARE(inPlace[row * 50 + i], i < 40 ? y[row * 40 + i] : x[row * 50 + i]);
    }
}

void TestElementwise::swigluMatchesDouble()
{
    USE_ISA_OF_ROW();
    std::mt19937 random(3);
    for (int columns : oddSizes) {
        std::vector<float> gate = normalValues(size_t(columns), random, 5);
        const std::vector<float> up = normalValues(gate.size(), random);
        std::vector<double> expected;
        for (size_t i = 0; i < gate.size(); ++i)
            expected.push_back(double(gate[i]) / (1 + std::exp(-double(gate[i]))) * double(up[i]));
        kernels::kernels().swiglu(up.data(), columns, gate.data());
        VERIFY_AT_MOST(test::worstRelativeDifference(gate, expected), 2e-6);
    }
}

void TestElementwise::swigluExtremes()
{
    USE_ISA_OF_ROW();
    std::vector<float> gate = {0, -0.0f, 1e-30f, 88, -88, 100, -100, 1000, -1000, 1e30f, -1e30f, HUGE_VALF};
    gate.resize(32, 1);
    const std::vector<float> up(gate.size(), 1);
    const std::vector<float> before = gate;
    kernels::kernels().swiglu(up.data(), int(gate.size()), gate.data());
    for (size_t i = 0; i < gate.size(); ++i) {
        const float x = before[i];
        if (x >= 88)
            QCOMPARE(gate[i], x);
        else if (x <= -88)
            QVERIFY2(gate[i] <= 0 && gate[i] > -1e-35f, qPrintable(QString::number(double(gate[i]))));
    }
    QCOMPARE(gate[0], 0.0f);
}

void TestElementwise::addIsExact()
{
    USE_ISA_OF_ROW();
    std::mt19937 random(4);
    for (int columns : oddSizes) {
        std::vector<float> x = normalValues(size_t(columns), random);
        const std::vector<float> delta = normalValues(x.size(), random);
        std::vector<float> expected(x.size());
        std::transform(x.begin(), x.end(), delta.begin(), expected.begin(), std::plus<>());
        kernels::kernels().add(delta.data(), columns, x.data());
        QVERIFY(sameBits(x, expected));
    }
}

void TestElementwise::softmaxMatchesDouble()
{
    USE_ISA_OF_ROW();
    std::mt19937 random(5);
    for (int columns : oddSizes) {
        std::vector<float> x = normalValues(size_t(columns), random, 20);
        const float factor = 0.3f;
        double largest = -HUGE_VAL;
        for (float value : x)
            largest = std::max(largest, double(factor) * double(value));
        std::vector<double> expected;
        for (float value : x)
            expected.push_back(std::exp(double(factor) * double(value) - largest));
        const double sum = std::accumulate(expected.begin(), expected.end(), 0.0);
        for (double& value : expected)
            value /= sum;
        kernels::kernels().softmax(factor, columns, x.data());
        // The exponent's own rounding counts: 1e-7 of up to 40.
        VERIFY_AT_MOST(test::worstRelativeDifference(x, expected), 1e-5);
    }
}

void TestElementwise::softmaxExtremes()
{
    USE_ISA_OF_ROW();
    std::vector<float> equal(37, -1e30f);
    kernels::kernels().softmax(1, 37, equal.data());
    for (float value : equal)
        VERIFY_AT_MOST(std::fabs(double(value) - 1.0 / 37), 1e-8);
    std::vector<float> spread(40, -3e38f);
    spread[33] = 3e38f;
    kernels::kernels().softmax(0.5f, 40, spread.data());
    for (size_t i = 0; i < spread.size(); ++i)
        QCOMPARE(spread[i], i == 33 ? 1.0f : 0.0f);
}

void TestElementwise::ropeTurnsAdjacentPairs()
{
    USE_ISA_OF_ROW();
    std::mt19937 random(6);
    for (int dimensions : {2, 6, 16, 36, 128}) {
        const int headSize = dimensions + 4; // the last ones do not turn
        const std::vector<int> positions = {0, 5, 3, 299, 17};
        const int columns = 3 * headSize;
        kernels::RopeTable table(dimensions, 10000);
        table.extend(300);
        const std::vector<float> x = normalValues(positions.size() * size_t(columns), random);
        std::vector<float> y = x;
        for (size_t head = 0; head < y.size() / size_t(headSize); ++head)
            kernels::kernels().ropeHead(table.row(positions[head / 3]), dimensions, y.data() + head * size_t(headSize));
        for (size_t i = 0; i < x.size(); ++i) {
            const int inHead = int(i) % columns % headSize;
            double expected = double(x[i]);
            if (inHead < dimensions) {
                const float* turn = table.row(positions[i / size_t(columns)]) + inHead / 2 * 2;
                expected = inHead % 2 == 0 ? double(x[i]) * double(turn[0]) - double(x[i + 1]) * double(turn[1])
                                           : double(x[i - 1]) * double(turn[1]) + double(x[i]) * double(turn[0]);
            }
            VERIFY_AT_MOST(std::fabs(double(y[i]) - expected), 1e-6);
        }
    }
}

void TestElementwise::ropeTableIsClose()
{
    kernels::RopeTable table(128, 500000);
    table.extend(10);
    table.extend(4096);
    QCOMPARE(table.positions(), 4096);
    for (int position : {0, 1, 9, 10, 300, 4095}) {
        for (int pair = 0; pair < 64; ++pair) {
            const double angle = position * std::pow(500000.0, -2.0 * pair / 128);
            // Repeated f32 multiplication: half an ulp a pair, of the angle.
            const double bound = 1e-7 + 6e-8 * (pair + 1) * angle;
            VERIFY_AT_MOST(std::fabs(double(table.row(position)[2 * pair]) - std::cos(angle)), bound);
            VERIFY_AT_MOST(std::fabs(double(table.row(position)[2 * pair + 1]) - std::sin(angle)), bound);
        }
    }
}

void TestElementwise::ropeFactorsDivide()
{
    const std::vector<float> factors = {1, 8};
    kernels::RopeTable plain(4, 100);
    kernels::RopeTable slowed(4, 100, factors);
    plain.extend(81);
    slowed.extend(81);
    QCOMPARE(slowed.row(80)[0], plain.row(80)[0]);
    VERIFY_AT_MOST(std::fabs(double(slowed.row(80)[2] - plain.row(10)[2])), 1e-6);
}

void TestElementwise::stopIsHonoured()
{
    runtime::ThreadPool pool(2);
    std::stop_source source;
    source.request_stop();
    std::vector<float> x(100, 1);
    const Matrix matrix(x.data(), 10, 10);
    QVERIFY(!kernels::rmsNorm(matrix, x.data(), 1e-5f, matrix, pool, source.get_token()));
}

QTEST_GUILESS_MAIN(TestElementwise)
#include "test_elementwise.moc"
