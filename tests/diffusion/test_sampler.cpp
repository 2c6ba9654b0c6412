// SPDX-License-Identifier: GPL-3.0-or-later
#include "diffusion/random.h"
#include "diffusion/sampler.h"
#include "runtime/thread_pool.h"

#include <QTest>

#include <cmath>
#include <numeric>
#include <set>

using namespace lacuna;
using namespace lacuna::diffusion;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Ids: 0 EOS, 1 EOT, the last one the mask; all others are text.
VocabularyFacts vocabularyOf(int size)
{
    VocabularyFacts facts;
    facts.size = size;
    facts.eos = 0;
    facts.eot = 1;
    facts.mask = size - 1;
    facts.endTokens = {0, 1};
    return facts;
}

std::vector<float> randomRow(int size, int position, float scale = 5)
{
    std::vector<float> row(static_cast<size_t>(size));
    const CounterRandom random(123, 0, position);
    for (size_t i = 0; i < row.size(); ++i)
        row[i] = scale * float(2 * CounterRandom::uniform(random.bits(i)) - 1);
    return row;
}

/// Choices from whole rows of logits, `unconditional` ones too or none, read in pieces on a pool.
Result<std::vector<Choice>> sample(const Sampler& sampler, const std::vector<float>& logits,
                                   const std::vector<float>& unconditional, const std::vector<int>& positions, int step,
                                   int threads = 1)
{
    runtime::ThreadPool pool(threads);
    const size_t rows = positions.size();
    const size_t size = logits.size() / rows;
    const size_t pieceIds = size_t(sampler.pieceIds());
    LogitReader reader(sampler, positions, step, pool.parts());
    pool.run(int((size + pieceIds - 1) / pieceIds), [&](int piece, int) {
        const size_t first = size_t(piece) * pieceIds;
        const size_t ids = std::min(pieceIds, size - first);
        std::vector<float> values;
        for (const std::vector<float>* all : {&logits, &unconditional}) {
            for (size_t row = 0; row < all->size() / size; ++row) {
                const auto begin = all->begin() + std::ptrdiff_t(row * size + first);
                values.insert(values.end(), begin, begin + std::ptrdiff_t(ids));
            }
        }
        reader.read(TokenId(first), {values.data(), int(values.size() / ids), int(ids)});
    });
    std::vector<Choice> choices(rows);
    if (auto done = reader.choose(choices); !done)
        return tl::unexpected(done.error());
    return choices;
}

Choice sampleOne(std::vector<float> row, const GenerationRequest& request, const VocabularyFacts& facts,
                 const std::vector<float>& unconditional = {}, int step = 0)
{
    const Sampler sampler(request, facts);
    const auto choices = sample(sampler, row, unconditional, {0}, step);
    return choices ? choices->front() : Choice {};
}

double softmaxAt(const std::vector<float>& row, TokenId id, const std::vector<TokenId>& without)
{
    double sum = 0;
    for (size_t i = 0; i < row.size(); ++i) {
        if (std::find(without.begin(), without.end(), TokenId(i)) == without.end())
            sum += std::exp(double(row[i]));
    }
    return std::exp(double(row[size_t(id)])) / sum;
}

} // namespace

class TestSampler : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void greedyTakesTheGreatestWithItsSoftmax()
    {
        const Choice choice = sampleOne({0, 1, 3, 2, 9}, {}, vocabularyOf(5));
        QCOMPARE(choice.id, 2);
        const double sum = std::exp(0.) + std::exp(1.) + std::exp(3.) + std::exp(2.); // the mask's 9 does not count
        QCOMPARE(choice.probability, std::exp(3.) / sum);
        const std::array<TokenId, 5> ids {2, 3, 1, 0, -1};
        for (size_t i = 0; i < ids.size(); ++i)
            QCOMPARE(choice.candidates[i].id, ids[i]);
        QCOMPARE(choice.candidates[1].probability, float(std::exp(2.) / sum));
    }

    void ofEqualLogitsTheLowestIdIsTaken()
    {
        QCOMPARE(sampleOne({0, 4, 4, 4, 0}, {}, vocabularyOf(5)).id, 1);
        // Equal logits that are read as different pieces of the row.
        std::vector<float> row(50000, 0.F);
        row[20000] = row[35000] = row[49000] = 7;
        const Choice choice = sampleOne(row, {}, vocabularyOf(50000));
        QCOMPARE(choice.id, 20000);
        QCOMPARE(choice.candidates[1].id, 35000);
        QCOMPARE(choice.candidates[2].id, 49000);
        QCOMPARE(choice.candidates[3].id, 0);
        QCOMPARE(choice.candidates[4].id, 1);
    }

    void longRowsAreJoinedExactly()
    {
        const int size = 126464;
        const std::vector<float> row = randomRow(size, 1, 12);
        std::vector<int> order(row.size() - 1); // all but the mask
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return row[size_t(a)] > row[size_t(b)]; });
        const Choice choice = sampleOne(row, {}, vocabularyOf(size));
        QCOMPARE(choice.id, order[0]);
        for (size_t i = 0; i < 5; ++i) {
            const double expected = softmaxAt(row, order[i], {size - 1});
            QCOMPARE(choice.candidates[i].id, order[i]);
            QVERIFY(std::abs(double(choice.candidates[i].probability) / expected - 1) < 1e-6);
        }
        QVERIFY(std::abs(choice.probability / softmaxAt(row, order[0], {size - 1}) - 1) < 1e-12);
    }

    void forbiddenIdsNeitherComeOutNorCount()
    {
        VocabularyFacts facts = vocabularyOf(8);
        facts.forbidden = {6, 3, 3, 7}; // unordered, doubled, with the mask
        const std::vector<float> row {0, 1, 2, 50, 4, 3, 60, 70};
        const Choice choice = sampleOne(row, {}, facts);
        QCOMPARE(choice.id, 4);
        QCOMPARE(choice.probability, softmaxAt(row, 4, {3, 6, 7}));
        for (const Candidate& candidate : choice.candidates)
            QVERIFY(candidate.id != 3 && candidate.id != 6 && candidate.id != 7);
    }

    void aPieceOfForbiddenIdsOnlyIsHarmless()
    {
        VocabularyFacts facts = vocabularyOf(40000);
        for (TokenId id = 0; id < 39998; ++id)
            facts.forbidden.push_back(id);
        const Choice choice = sampleOne(std::vector<float>(40000, 3.F), {}, facts);
        QCOMPARE(choice.id, 39998);
        QCOMPARE(choice.probability, 1.0);
        QCOMPARE(choice.candidates[1].id, -1);
    }

    void eosToMinusInfinityActsOnTheSoftmaxToo()
    {
        GenerationRequest request;
        const std::vector<float> row {9, 1, 3, 2, 0};
        QCOMPARE(sampleOne(row, request, vocabularyOf(5)).id, 0);
        request.logitsEosInf = true;
        const Choice choice = sampleOne(row, request, vocabularyOf(5));
        QCOMPARE(choice.id, 2);
        QCOMPARE(choice.probability, softmaxAt(row, 2, {0, 4}));
    }

    void guidanceComesBeforeForbiddenIds()
    {
        // u + 2·(c − u): {4, 1, 3, …}. Were −∞ there first, guidance would make NaN of it.
        GenerationRequest request;
        request.cfgScale = 1;
        request.logitsEosInf = true;
        const std::vector<float> conditional {5, 1, 2, 3, 9};
        const std::vector<float> unconditional {6, 1, 1, 4, 9};
        const Choice choice = sampleOne(conditional, request, vocabularyOf(5), unconditional);
        QCOMPARE(choice.id, 2); // alone, the conditional logits choose 3
        QCOMPARE(choice.probability, softmaxAt({4, 1, 3, 2, 9}, 2, {0, 4}));
    }

    void confidenceSuppressionLeavesTheChoiceAlone_data()
    {
        QTest::addColumn<double>("temperature");
        QTest::newRow("greedy") << 0.0;
        QTest::newRow("with noise") << 0.1;
    }

    void confidenceSuppressionLeavesTheChoiceAlone()
    {
        QFETCH(double, temperature);
        GenerationRequest request;
        request.temperature = temperature;
        request.confidenceEosEotInf = true;
        const VocabularyFacts facts = vocabularyOf(5);
        const Sampler sampler(request, facts);
        const double lowest = -std::numeric_limits<double>::infinity();

        const std::vector<float> eos {30, 1, 3, 2, 0};
        const Choice first = sampleOne(eos, request, facts);
        QCOMPARE(first.id, 0);
        QCOMPARE(first.probability, softmaxAt(eos, 0, {4}));
        QCOMPARE(sampler.rank(first, 0, 0), lowest);
        const Choice second = sampleOne({1, 30, 3, 2, 0}, request, facts);
        QCOMPARE(second.id, 1);
        QCOMPARE(sampler.rank(second, 0, 0), lowest);
        const std::vector<float> text {1, 2, 3, 30, 0};
        const Choice third = sampleOne(text, request, facts);
        QCOMPARE(sampler.rank(third, 0, 0), softmaxAt(text, 3, {4})); // EOS and EOT count in the softmax of others
    }

    void noiseIsGumbelMaxAndConfidenceIgnoresIt()
    {
        GenerationRequest request;
        request.seed = 99;
        const int size = 40000;
        const std::vector<float> row = randomRow(size, 4);
        std::set<TokenId> chosen;
        for (const double temperature : {1e-300, 0.01, 0.3, 1.0, 2.5, 1e6}) {
            request.temperature = temperature;
            for (int step = 0; step < 5; ++step) {
                TokenId expected = -1;
                double best = -std::numeric_limits<double>::infinity();
                const CounterRandom random(99, step, 0);
                for (TokenId id = 0; id < size - 1; ++id) {
                    const double u = CounterRandom::uniform(random.bits(quint64(id) + 1));
                    const double score = double(row[size_t(id)]) - temperature * std::log(-std::log(u));
                    if (score > best) {
                        best = score;
                        expected = id;
                    }
                }
                const Choice choice = sampleOne(row, request, vocabularyOf(size), {}, step);
                QCOMPARE(choice.id, expected);
                QVERIFY(std::abs(choice.probability / softmaxAt(row, expected, {size - 1}) - 1) < 1e-12);
                chosen.insert(choice.id);
            }
        }
        QVERIFY(chosen.size() > 15);
    }

    void noiseDrawsFromTheTemperedSoftmax()
    {
        // Logits ln 1 … ln 4 at temperature 0.5: probabilities 1, 4, 9, 16 of 30.
        GenerationRequest request;
        request.temperature = 0.5;
        std::vector<float> row {0, std::log(2.F), std::log(3.F), std::log(4.F), 0};
        std::array<int, 4> counts {};
        constexpr int draws = 30000;
        for (int step = 0; step < draws; ++step)
            ++counts[size_t(sampleOne(row, request, vocabularyOf(5), {}, step).id)];
        for (size_t i = 0; i < counts.size(); ++i) {
            const double p = double((i + 1) * (i + 1)) / 30;
            const double deviation = std::sqrt(draws * p * (1 - p));
            QVERIFY2(std::abs(counts[i] - draws * p) < 5 * deviation, qPrintable(QString::number(counts[i])));
        }
    }

    void ranksAreNumbersInRandomOrderMode()
    {
        GenerationRequest request;
        request.remasking = Remasking::Random;
        request.seed = 5;
        const Sampler sampler(request, vocabularyOf(5));
        Choice choice;
        choice.id = 2;
        choice.probability = 0.5;
        const double rank = sampler.rank(choice, 3, 7);
        QVERIFY(rank > 0 && rank < 1);
        QCOMPARE(sampler.rank(choice, 3, 7), rank);
        QVERIFY(sampler.rank(choice, 4, 7) != rank);
        QVERIFY(sampler.rank(choice, 3, 8) != rank);
    }

    void unusableNumbersAreAnError_data()
    {
        QTest::addColumn<std::vector<float>>("row");
        const float nan = std::numeric_limits<float>::quiet_NaN();
        QTest::newRow("NaN") << std::vector<float> {0, nan, 2, 3, 4};
        QTest::newRow("+inf") << std::vector<float> {0, kInfinity, 2, 3, 4};
        QTest::newRow("nothing but NaN") << std::vector<float>(5, nan);
        QTest::newRow("nothing but -inf") << std::vector<float>(5, -kInfinity);
    }

    void unusableNumbersAreAnError()
    {
        QFETCH(std::vector<float>, row);
        for (const double temperature : {0.0, 1.0}) {
            GenerationRequest request;
            request.temperature = temperature;
            const Sampler sampler(request, vocabularyOf(5));
            const auto done = sample(sampler, row, {}, {3}, 8);
            QVERIFY(!done);
            QCOMPARE(done.error().code, Error::Code::Malformed);
            QVERIFY(done.error().message.contains(QLatin1String("position 3")));
        }
    }

    void minusInfinityIsALogitLikeAnyOther()
    {
        const Choice choice = sampleOne({-kInfinity, -kInfinity, 2, -kInfinity, 0}, {}, vocabularyOf(5));
        QCOMPARE(choice.id, 2);
        QCOMPARE(choice.probability, 1.0);
    }

    void anyNumberOfThreadsGivesTheSameBits()
    {
        const int size = 50000;
        const std::vector<int> positions {0, 1, 2, 5, 9};
        std::vector<float> logits;
        for (const int position : positions) {
            const std::vector<float> row = randomRow(size, position);
            logits.insert(logits.end(), row.begin(), row.end());
        }
        GenerationRequest request;
        request.temperature = 0.7;
        std::vector<Choice> first;
        for (const int threads : {1, 2, 3, 8}) {
            const Sampler sampler(request, vocabularyOf(size));
            const auto choices = sample(sampler, logits, {}, positions, 3, threads);
            QVERIFY(choices);
            if (first.empty())
                first = *choices;
            for (size_t i = 0; i < choices->size(); ++i) {
                QCOMPARE(choices->at(i).id, first[i].id);
                QVERIFY(choices->at(i).probability == first[i].probability); // to the bit
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestSampler)
#include "test_sampler.moc"
