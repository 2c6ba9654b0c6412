// SPDX-License-Identifier: GPL-3.0-or-later
// What a forward pass computes: compared with the architecture written down plainly, and with itself for other rows,
// threads and instruction sets.
#include "kernels/kernel_test.h"
#include "model/loaded_model.h"
#include "model/plain_transformer.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace lacuna;
using namespace lacuna::test;
using model::KvStore;
using support::RandomModel;

Q_DECLARE_METATYPE(RandomModel)

namespace {

const RandomModel s_float {.layers = 3, .width = 64, .kvHeads = 2, .ffn = 96, .vocabulary = 300, .mix = "F32"};
const RandomModel s_half {.layers = 2, .width = 64, .kvHeads = 1, .ffn = 96, .vocabulary = 300, .mix = "F16"};
const RandomModel s_byte {
    .layers = 2, .width = 64, .kvHeads = 2, .ffn = 96, .vocabulary = 300, .tied = true, .mix = "Q8_0"};
const RandomModel s_k {.layers = 2, .width = 256, .kvHeads = 2, .ffn = 256, .vocabulary = 300, .mix = "Q4_K_M"};

void addModels()
{
    QTest::addColumn<RandomModel>("random");
    QTest::newRow("F32") << s_float;
    QTest::newRow("F16") << s_half;
    QTest::newRow("Q8_0, tied") << s_byte;
    QTest::newRow("Q4_K_M") << s_k;
}

/// RMS of the differences, relative to the RMS of the expected values.
double relativeDistance(const std::vector<float>& actual, const std::vector<float>& expected)
{
    double differences = 0;
    double squares = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        differences += std::pow(double(actual.at(i)) - double(expected[i]), 2);
        squares += std::pow(double(expected[i]), 2);
    }
    return std::sqrt(differences / squares);
}

} // namespace

#define LOAD(name, random, ...)                                                                                        \
    const LoadedModel name(random __VA_OPT__(, ) __VA_ARGS__);                                                         \
    QVERIFY2(name.transformer, qPrintable(name.error))

class TestTransformer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalsPlainArithmetic_data()
    {
        QTest::addColumn<RandomModel>("random");
        QTest::addColumn<int>("rows");
        QTest::newRow("a key head for two heads") << s_float << 19;
        QTest::newRow("one key head") << RandomModel {.width = 64, .kvHeads = 1, .ffn = 96, .vocabulary = 300} << 19;
        QTest::newRow("a key head for each head")
            << RandomModel {.layers = 2, .width = 64, .ffn = 96, .vocabulary = 300} << 33;
        QTest::newRow("tied")
            << RandomModel {.layers = 2, .width = 64, .kvHeads = 2, .ffn = 96, .vocabulary = 300, .tied = true} << 19;
        QTest::newRow("uneven sizes")
            << RandomModel {.layers = 2, .width = 60, .heads = 6, .kvHeads = 3, .ffn = 101, .vocabulary = 301} << 13;
        QTest::newRow("one row") << s_float << 1;
    }

    void equalsPlainArithmetic()
    {
        QFETCH(RandomModel, random);
        QFETCH(int, rows);
        LOAD(loaded, random);
        const std::vector<TokenId> ids = loaded.ids(rows);
        const std::vector<float> ours = loaded.logits(loaded.fullPass(ids));
        const std::vector<double> plain = plainLogits(*loaded.file, loaded.sizes(), ids);
        QCOMPARE(ours.size(), plain.size());
        double squares = 0;
        double worst = 0;
        for (std::size_t i = 0; i < plain.size(); ++i) {
            squares += plain[i] * plain[i];
            worst = std::max(worst, std::fabs(double(ours[i]) - plain[i]));
        }
        // About ten roundings of 24 bits on the way.
        VERIFY_AT_MOST(worst / std::sqrt(squares / double(plain.size())), 2e-5);
    }

    void rowsNobodyReadsChangeNothing_data() { addModels(); }
    void rowsNobodyReadsChangeNothing()
    {
        QFETCH(RandomModel, random);
        LOAD(loaded, random);
        constexpr int count = 37;
        const std::vector<TokenId> ids = loaded.ids(count);
        const std::vector<float> all = loaded.fullPass(ids);
        QVERIFY(!all.empty());
        const std::vector<int> positions = upTo(count);
        for (const std::vector<int>& wanted : {std::vector {0}, std::vector {36}, std::vector {5, 9, 10, 31}}) {
            KvStore store = loaded.store(count);
            const std::vector<float> some = loaded.hidden(ids, positions, wanted, store);
            QVERIFY(sameBits(some, rowsOf(all, loaded.sizes().width, wanted)));
        }
    }

    void keysAndValuesNeedNoHiddenRows()
    {
        LOAD(loaded, s_float);
        const std::vector<TokenId> ids = loaded.ids(9);
        KvStore store = loaded.store(9);
        std::vector<float> none;
        QVERIFY(loaded.transformer->forward({.tokens = ids, .positions = upTo(9), .hiddenRows = {}}, store, none, {}));
        const std::vector<int> first {0};
        const std::vector<float> row = loaded.hidden(std::span(ids).first(1), first, first, store);
        QVERIFY(sameBits(row, rowsOf(loaded.fullPass(ids), loaded.sizes().width, first)));
    }

    void headIsTheSameForAnyRowsBesides_data() { addModels(); }
    void headIsTheSameForAnyRowsBesides()
    {
        QFETCH(RandomModel, random);
        LOAD(loaded, random);
        constexpr int count = 33;
        const std::vector<float> hidden = loaded.fullPass(loaded.ids(count));
        const std::vector<float> all = loaded.logits(hidden);
        const int width = loaded.sizes().width;
        for (const std::vector<int>& wanted : {std::vector {0}, std::vector {32}, std::vector {3, 4, 17}}) {
            const std::vector<float> some = loaded.logits(rowsOf(hidden, width, wanted));
            QVERIFY(sameBits(some, rowsOf(all, loaded.sizes().vocabulary, wanted)));
        }
    }

    void someRowsOverAFilledStore_data() { addModels(); }
    void someRowsOverAFilledStore()
    {
        QFETCH(RandomModel, random);
        LOAD(loaded, random);
        constexpr int count = 24;
        const std::vector<TokenId> ids = loaded.ids(count);
        KvStore store = loaded.store(count);
        const std::vector<float> all = loaded.fullPass(ids, store);
        QVERIFY(!all.empty());
        // The same ids anew, over the keys and values of the others: nothing may change, in whatever order they come.
        for (const std::vector<int>& rows : {std::vector {7}, std::vector {0, 1, 2, 3}, std::vector {20, 3, 11}}) {
            std::vector<TokenId> tokens;
            for (const int row : rows)
                tokens.push_back(ids[std::size_t(row)]);
            const std::vector<float> again = loaded.hidden(tokens, rows, upTo(int(rows.size())), store);
            QVERIFY(sameBits(again, rowsOf(all, loaded.sizes().width, rows)));
        }
    }

    void otherIdsInOneLayer()
    {
        // With one layer, keys and values depend on their own id only, so that caching is exact.
        LOAD(loaded, (RandomModel {.width = 64, .kvHeads = 2, .ffn = 96, .vocabulary = 300}));
        constexpr int count = 24;
        std::vector<TokenId> ids = loaded.ids(count);
        KvStore store = loaded.store(count);
        QVERIFY(!loaded.fullPass(ids, store).empty());
        const std::vector<int> changed {4, 5, 19};
        const std::vector<TokenId> tokens = loaded.ids(3, 99);
        for (std::size_t i = 0; i < changed.size(); ++i)
            ids[std::size_t(changed[i])] = tokens[i];
        const std::vector<float> some = loaded.hidden(tokens, changed, upTo(3), store);
        const std::vector<float> all = loaded.fullPass(ids);
        QVERIFY(sameBits(some, rowsOf(all, loaded.sizes().width, changed)));
        // And they are there for those that come later.
        const std::vector<int> other {12};
        const std::vector<float> later = loaded.hidden(std::span(ids).subspan(12, 1), other, std::vector {0}, store);
        QVERIFY(sameBits(later, rowsOf(all, loaded.sizes().width, other)));
    }

    void everyPositionMatters()
    {
        // Non-causal: the first row changes with the last id; and rotation: two equal ids apart do not swap unseen.
        LOAD(loaded, s_float);
        std::vector<TokenId> ids = loaded.ids(12);
        const std::vector<int> first {0};
        const int width = loaded.sizes().width;
        const std::vector<float> before = rowsOf(loaded.fullPass(ids), width, first);
        ids.back() = (ids.back() + 1) % loaded.sizes().vocabulary;
        const std::vector<float> after = rowsOf(loaded.fullPass(ids), width, first);
        QVERIFY(!sameBits(before, after));
        std::swap(ids[5], ids[6]);
        QVERIFY(!sameBits(after, rowsOf(loaded.fullPass(ids), width, first)));
    }

    void storeOfOneLayerIsEnoughForFullPasses()
    {
        LOAD(loaded, s_k);
        const std::vector<TokenId> ids = loaded.ids(40);
        KvStore everyLayer = loaded.store(40);
        KvStore oneLayer = loaded.store(40, KvStore::Keep::CurrentLayer);
        const std::vector<float> expected = loaded.fullPass(ids, everyLayer);
        QVERIFY(sameBits(loaded.fullPass(ids, oneLayer), expected));
        QVERIFY(sameBits(loaded.fullPass(ids, oneLayer), expected));
    }

    void passesOfOtherLengthsLeaveNoTrace()
    {
        LOAD(loaded, s_k);
        const std::vector<TokenId> ids = loaded.ids(17);
        const std::vector<float> expected = loaded.fullPass(ids);
        QVERIFY(!loaded.fullPass(loaded.ids(64)).empty());
        QVERIFY(!loaded.fullPass(loaded.ids(3)).empty());
        QVERIFY(sameBits(loaded.fullPass(ids), expected));
    }

    void anyNumberOfThreads_data() { addModels(); }
    void anyNumberOfThreads()
    {
        QFETCH(RandomModel, random);
        LOAD(one, random, 1);
        const std::vector<TokenId> ids = one.ids(70);
        const std::vector<float> hidden = one.fullPass(ids);
        const std::vector<float> logits = one.logits(hidden);
        QVERIFY(!logits.empty());
        for (const int threads : {2, 3, 8}) {
            LOAD(several, random, threads);
            QVERIFY(sameBits(several.fullPass(ids), hidden));
            QVERIFY(sameBits(several.logits(hidden), logits));
        }
    }

    void anyInstructionSet_data() { addIsas(); }
    void anyInstructionSet()
    {
        USE_ISA_OF_ROW();
        // Element-wise functions round otherwise in scalar code, and one such bit may move a quantised activation by a
        // whole step.
        const std::pair<RandomModel, double> bounds[] = {{s_float, 1e-5}, {s_half, 1e-3}, {s_byte, 2e-2}, {s_k, 2e-2}};
        for (const auto& [random, bound] : bounds) {
            LOAD(loaded, random);
            const std::vector<TokenId> ids = loaded.ids(33);
            kernels::selectIsa(isa);
            const std::vector<float> logits = loaded.logits(loaded.fullPass(ids));
            kernels::selectIsa(kernels::Isa::Scalar);
            VERIFY_AT_MOST(relativeDistance(logits, loaded.logits(loaded.fullPass(ids))), bound);
        }
    }
};

QTEST_APPLESS_MAIN(TestTransformer)
#include "test_transformer.moc"
