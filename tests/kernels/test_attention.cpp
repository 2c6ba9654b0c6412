// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/attention.h"
#include "kernels/kernel_test.h"
#include "kernels/scratch.h"

#include <algorithm>
#include <numeric>

using namespace lacuna;
using kernels::Attention;
using kernels::HeadShape;
using kernels::Isa;
using test::normalValues;

namespace {

/// A layer's keys and values, in memory of their own.
struct Panels {
    kernels::Scratch<float> memory;
    kernels::KvPanels kv;

    Panels(HeadShape shape, int positions)
        : memory(zeros(kernels::KvPanels::floats(shape, positions)))
        , kv(shape, positions, memory.data())
    {
    }
    static kernels::Scratch<float> zeros(size_t count)
    {
        kernels::Scratch<float> memory;
        memory.reserve(count);
        std::fill_n(memory.data(), count, 0.0f);
        return memory;
    }
};

struct Case {
    HeadShape shape;
    int rows;
    int positions;
    std::vector<float> q, keys, values; // keys and q are not turned yet
    std::vector<int> rowPositions;
    kernels::RopeTable rope;

    Case(HeadShape headShape, int rowCount, int positionCount, unsigned seed)
        : shape(headShape)
        , rows(rowCount)
        , positions(positionCount)
        , rope(std::max(2, headShape.headSize / 4 * 2), 10000)
    {
        std::mt19937 random(seed);
        q = normalValues(size_t(rows * shape.heads * shape.headSize), random, 2);
        keys = normalValues(size_t(positions * shape.kvHeads * shape.headSize), random);
        values = normalValues(keys.size(), random);
        rope.extend(positions);
        for (int row = 0; row < rows; ++row)
            rowPositions.push_back(int(random() % unsigned(positions)));
    }
    int width() const { return shape.heads * shape.headSize; }
    int kvWidth() const { return shape.kvHeads * shape.headSize; }

    /// Stores the given positions, in one go.
    bool store(Panels& panels, std::span<const int> stored, runtime::ThreadPool& pool, std::stop_token stop = {}) const
    {
        std::vector<float> storedKeys, storedValues;
        for (int position : stored) {
            const auto begin = position * kvWidth();
            storedKeys.insert(storedKeys.end(), keys.begin() + begin, keys.begin() + begin + kvWidth());
            storedValues.insert(storedValues.end(), values.begin() + begin, values.begin() + begin + kvWidth());
        }
        const int count = int(stored.size());
        return panels.kv.store({storedKeys.data(), count, kvWidth()}, {storedValues.data(), count, kvWidth()}, stored,
                               rope, pool, std::move(stop));
    }
    bool store(Panels& panels, runtime::ThreadPool& pool) const
    {
        std::vector<int> all(static_cast<size_t>(positions));
        std::iota(all.begin(), all.end(), 0);
        return store(panels, all, pool);
    }

    std::vector<float> run(Attention& attention, int threads = 1) const
    {
        runtime::ThreadPool pool(threads);
        Panels panels(shape, positions);
        std::vector<float> out(q.size(), -9);
        const bool done = store(panels, pool)
            && attention.run({q.data(), rows, width()}, rowPositions, rope, panels.kv, {out.data(), rows, width()},
                             pool);
        return done ? out : std::vector<float>();
    }

    /// A head's values, turned.
    std::vector<double> turned(const float* head, int position) const
    {
        std::vector<double> result(head, head + shape.headSize);
        const float* turn = rope.row(position);
        for (int i = 0; i < rope.dimensions(); i += 2, turn += 2) {
            result[size_t(i)] = double(head[i]) * double(turn[0]) - double(head[i + 1]) * double(turn[1]);
            result[size_t(i) + 1] = double(head[i]) * double(turn[1]) + double(head[i + 1]) * double(turn[0]);
        }
        return result;
    }

    /// The definition, in double.
    std::vector<double> expected() const
    {
        std::vector<double> out(q.size(), 0);
        std::vector<double> weight(static_cast<size_t>(positions));
        for (int row = 0; row < rows; ++row) {
            for (int head = 0; head < shape.heads; ++head) {
                const int begin = (row * shape.heads + head) * shape.headSize;
                const int kvBegin = head / (shape.heads / shape.kvHeads) * shape.headSize;
                const std::vector<double> query = turned(q.data() + begin, rowPositions[size_t(row)]);
                for (int p = 0; p < positions; ++p) {
                    const std::vector<double> key = turned(keys.data() + p * kvWidth() + kvBegin, p);
                    weight[size_t(p)] = std::inner_product(query.begin(), query.end(), key.begin(), 0.0)
                        / std::sqrt(double(shape.headSize));
                }
                const double largest = *std::max_element(weight.begin(), weight.end());
                double sum = 0;
                for (double& w : weight)
                    sum += w = std::exp(w - largest);
                for (int p = 0; p < positions; ++p) {
                    for (int i = 0; i < shape.headSize; ++i)
                        out[size_t(begin + i)] +=
                            weight[size_t(p)] / sum * double(values[size_t(p * kvWidth() + kvBegin + i)]);
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
    void positionsComeInAnyOrder_data() { test::addIsas(); }
    void positionsComeInAnyOrder();
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
        {{3, 3, 3}, 2, 5, 7},    {{1, 1, 16}, 20, 20000, 8}, // chunks of fewer rows
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

void TestAttention::positionsComeInAnyOrder()
{
    USE_ISA_OF_ROW();
    const Case c({4, 2, 20}, 1, 45, 13);
    runtime::ThreadPool pool(2);
    Panels atOnce(c.shape, c.positions);
    QVERIFY(c.store(atOnce, pool));
    Panels inParts(c.shape, c.positions);
    std::vector<int> backwards(45);
    std::iota(backwards.rbegin(), backwards.rend(), 0);
    QVERIFY(c.store(inParts, backwards, pool));
    std::fill_n(inParts.kv.keyPanel(1, 1), 16, -1.0f); // positions 16 … 31, which come again
    const std::vector<int> unaligned = {3,  4,  5,  14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
                                        24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 9,  44};
    QVERIFY(c.store(inParts, unaligned, pool));
    const size_t bytes = kernels::KvPanels::floats(c.shape, c.positions) * sizeof(float);
    QVERIFY(std::memcmp(atOnce.memory.data(), inParts.memory.data(), bytes) == 0);
}

void TestAttention::inPlace()
{
    const Case c({2, 2, 24}, 50, 50, 10);
    Attention attention(c.shape);
    const std::vector<float> apart = c.run(attention);
    runtime::ThreadPool pool(2);
    Panels panels(c.shape, c.positions);
    QVERIFY(c.store(panels, pool));
    std::vector<float> same = c.q;
    QVERIFY(attention.run({same.data(), 50, 48}, c.rowPositions, c.rope, panels.kv, {same.data(), 50, 48}, pool));
    QVERIFY(test::sameBits(same, apart));
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
    Panels panels(c.shape, c.positions);
    std::stop_source source;
    source.request_stop();
    QVERIFY(!c.store(panels, c.rowPositions, pool, source.get_token()));
    std::vector<float> out(c.q.size());
    QVERIFY(!attention.run({c.q.data(), 3, 32}, c.rowPositions, c.rope, panels.kv, {out.data(), 3, 32}, pool,
                           source.get_token()));
}

QTEST_GUILESS_MAIN(TestAttention)
#include "test_attention.moc"
