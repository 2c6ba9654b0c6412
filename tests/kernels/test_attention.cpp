// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/attention.h"
#include "kernels/kernel_test.h"

#include <algorithm>

using namespace lacuna;
using kernels::Attention;
using kernels::HeadShape;
using kernels::Isa;
using test::normalValues;

namespace {

struct Case {
    HeadShape shape;
    int rows;
    int positions;
    std::vector<float> q, keys, values;

    Case(HeadShape headShape, int rowCount, int positionCount, unsigned seed)
        : shape(headShape)
        , rows(rowCount)
        , positions(positionCount)
    {
        std::mt19937 random(seed);
        q = normalValues(size_t(rows * shape.heads * shape.headSize), random, 2);
        keys = normalValues(size_t(positions * shape.kvHeads * shape.headSize), random);
        values = normalValues(keys.size(), random);
    }

    std::vector<float> run(Attention& attention, int threads = 1) const
    {
        runtime::ThreadPool pool(threads);
        const int width = shape.heads * shape.headSize;
        const int kvWidth = shape.kvHeads * shape.headSize;
        std::vector<float> out(q.size(), -9);
        const bool done = attention.run({q.data(), rows, width}, {keys.data(), positions, kvWidth},
                                        {values.data(), positions, kvWidth}, {out.data(), rows, width}, pool);
        return done ? out : std::vector<float>();
    }

    /// The definition, in double.
    std::vector<double> expected() const
    {
        const int kvWidth = shape.kvHeads * shape.headSize;
        std::vector<double> out(q.size(), 0);
        std::vector<double> weight(static_cast<size_t>(positions));
        for (int row = 0; row < rows; ++row) {
            for (int head = 0; head < shape.heads; ++head) {
                const int begin = (row * shape.heads + head) * shape.headSize;
                const int kvBegin = head / (shape.heads / shape.kvHeads) * shape.headSize;
                for (int p = 0; p < positions; ++p) {
                    double dot = 0;
                    for (int i = 0; i < shape.headSize; ++i)
                        dot += double(q[size_t(begin + i)]) * double(keys[size_t(p * kvWidth + kvBegin + i)]);
                    weight[size_t(p)] = dot / std::sqrt(double(shape.headSize));
                }
                const double largest = *std::max_element(weight.begin(), weight.end());
                double sum = 0;
                for (double& w : weight)
                    sum += w = std::exp(w - largest);
                for (int p = 0; p < positions; ++p) {
                    for (int i = 0; i < shape.headSize; ++i)
                        out[size_t(begin + i)] +=
                            weight[size_t(p)] / sum * double(values[size_t(p * kvWidth + kvBegin + i)]);
                }
            }
        }
        return out;
    }
};

double worstDifference(const std::vector<float>& a, const std::vector<double>& b)
{
    double worst = a.size() == b.size() ? 0 : HUGE_VAL;
    for (size_t i = 0; i < a.size() && i < b.size(); ++i)
        worst = std::max(worst, std::fabs(double(a[i]) - b[i]));
    return worst;
}

} // namespace

class TestAttention : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { kernels::selectIsa(Isa::Scalar); }
    void matchesDouble_data() { test::addIsas(); }
    void matchesDouble();
    void threadsGiveTheSameBits_data() { test::addIsas(); }
    void threadsGiveTheSameBits();
    void inPlace();
    void onePositionCopiesItsValue();
    void stopIsHonoured();
};

void TestAttention::matchesDouble()
{
    USE_ISA_OF_ROW();
    const Case cases[] = {
        {{1, 1, 8}, 1, 1, 1},    {{2, 2, 32}, 3, 17, 2},     {{4, 2, 20}, 5, 300, 3},
        {{8, 1, 64}, 33, 40, 4}, {{4, 4, 128}, 40, 160, 5},  {{2, 1, 300}, 2, 30, 6}, // longer than a kernel's block
        {{3, 3, 1}, 2, 5, 7},    {{1, 1, 16}, 20, 20000, 8}, // chunks of fewer rows
    };
    for (const Case& c : cases) {
        Attention attention(c.shape);
        VERIFY_AT_MOST(worstDifference(c.run(attention), c.expected()), 4e-6);
    }
}

void TestAttention::threadsGiveTheSameBits()
{
    USE_ISA_OF_ROW();
    const Case c({4, 2, 32}, 70, 130, 9);
    Attention attention(c.shape);
    const std::vector<float> alone = c.run(attention);
    for (int threads : {2, 3, 8})
        QVERIFY(test::sameBits(c.run(attention, threads), alone));
}

void TestAttention::inPlace()
{
    const Case c({2, 2, 24}, 50, 50, 10);
    Attention attention(c.shape);
    const std::vector<float> apart = c.run(attention);
    Case same = c;
    runtime::ThreadPool pool(2);
    QVERIFY(attention.run({same.q.data(), 50, 48}, {same.keys.data(), 50, 48}, {same.values.data(), 50, 48},
                          {same.q.data(), 50, 48}, pool));
    QVERIFY(test::sameBits(same.q, apart));
}

void TestAttention::onePositionCopiesItsValue()
{
    const Case c({2, 1, 16}, 3, 1, 11);
    Attention attention(c.shape);
    const std::vector<float> out = c.run(attention);
    for (size_t i = 0; i < out.size(); ++i)
        QCOMPARE(out[i], c.values[i % 16]);
}

void TestAttention::stopIsHonoured()
{
    const Case c({2, 1, 16}, 3, 20, 12);
    Attention attention(c.shape);
    runtime::ThreadPool pool(2);
    std::stop_source source;
    source.request_stop();
    std::vector<float> out(c.q.size());
    QVERIFY(!attention.run({c.q.data(), 3, 32}, {c.keys.data(), 20, 16}, {c.values.data(), 20, 16}, {out.data(), 3, 32},
                           pool, source.get_token()));
}

QTEST_GUILESS_MAIN(TestAttention)
#include "test_attention.moc"
