// SPDX-License-Identifier: GPL-3.0-or-later
#include "diffusion/fake_world.h"

#include <QTest>

using namespace lacuna;
using namespace lacuna::diffusion;
using namespace lacuna::support;

using Ids = std::vector<TokenId>;
using Pass = FakePredictor::Pass;

/// In which order positions are committed, and when a generation ends, in every mode.
class TestGeneratorModes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void blocksAreOrderedByConfidenceNotByPlace()
    {
        FakeRun run([](const Pass&, int position, TokenId id) { return id == 10 + position ? float(position) : 0.F; });
        QVERIFY(run(requestOf(3, 3, 3, {})));
        QCOMPARE(run.frames[0]->positions[2].state, PositionState::New);
        QCOMPARE(run.frames[1]->positions[1].state, PositionState::New);
        QCOMPARE(run.frames[2]->positions[0].state, PositionState::New);
    }

    void ofEqualConfidencesTheLeftmostIsCommitted()
    {
        FakeRun run([](const Pass&, int, TokenId id) { return id == 10 ? 200.F : 0.F; }); // all are exactly 1
        QVERIFY(run(requestOf(4, 4, 2, {})));
        QCOMPARE(run.frames[0]->positions[0].confidence, 1.F);
        QCOMPARE(run.frames[0]->positions[0].state, PositionState::New);
        QCOMPARE(run.frames[0]->positions[1].state, PositionState::New);
        QCOMPARE(run.frames[0]->positions[2].state, PositionState::Masked);
    }

    void lowTemperatureDoesNotFlattenTheOrder()
    {
        // At a tiny temperature the tempered probabilities are all 1; the order must still be that of the confidences.
        FakeRun run([](const Pass&, int position, TokenId id) { return id == 10 ? 3 + float(position) : 0.F; });
        GenerationRequest request = requestOf(3, 3, 3, {});
        request.temperature = 0.1;
        QVERIFY(run(request));
        QCOMPARE(run.frames[0]->positions[2].state, PositionState::New);
        QCOMPARE(run.frames[1]->positions[1].state, PositionState::New);
    }

    void endTokenEndsAfterItsBlock_data()
    {
        QTest::addColumn<TokenId>("end");
        QTest::newRow("EOS") << kEos;
        QTest::newRow("EOT") << kEot;
    }

    void endTokenEndsAfterItsBlock()
    {
        QFETCH(TokenId, end);
        FakeRun run(wants(3, 5, end));
        const auto result = run(requestOf(16, 4, 16));
        QVERIFY(result);
        QVERIFY(result->endedEarly && !result->stopped);
        QCOMPARE(result->answer, Ids({10, 11, 12, 13, 14, end, 16, 17, 3, 3, 3, 3, 3, 3, 3, 3}));
        QCOMPARE(result->steps, 8); // a too generous length costs nothing after the end
    }

    void earlyEndCanBeSwitchedOff()
    {
        FakeRun run(wants(3, 5));
        GenerationRequest request = requestOf(16, 4, 16);
        request.stopAtEnd = false;
        const auto result = run(request);
        QVERIFY(result);
        QVERIFY(!result->endedEarly);
        QCOMPARE(result->steps, 16);
        QCOMPARE(std::count(result->answer.begin(), result->answer.end(), kMask), 0);
    }

    void endTokenInTheLastBlockIsNotEarly()
    {
        FakeRun run(wants(3, 7));
        const auto result = run(requestOf(8, 4, 8));
        QVERIFY(result);
        QVERIFY(!result->endedEarly);
    }

    void endTokensThatWereGivenEndNothing()
    {
        FakeRun run(wants(4));
        GenerationRequest request = requestOf(12, 4, 12, {0, kEos, 20, kEot});
        request.fixed.resize(12);
        request.fixed[2] = kEos;
        const auto result = run(request);
        QVERIFY(result);
        QVERIFY(!result->endedEarly);
        QCOMPARE(result->answer, Ids({10, 11, kEos, 13, 14, 15, 16, 17, 18, 19, 20, 21}));
    }

    void confidenceSuppressionCommitsEndTokensLast_data()
    {
        QTest::addColumn<double>("temperature");
        QTest::newRow("greedy") << 0.0;
        QTest::newRow("with noise") << 0.2;
    }

    void confidenceSuppressionCommitsEndTokensLast()
    {
        QFETCH(double, temperature);
        // Positions 0 and 1 want EOS and EOT and are the surest.
        const auto network = [](const Pass&, int position, TokenId id) {
            const TokenId wanted = position == 0 ? kEos : position == 1 ? kEot : 10 + position;
            return id == wanted ? (position < 2 ? 40.F : 20.F) : 0.F;
        };
        FakeRun run(network);
        GenerationRequest request = requestOf(4, 4, 4, {});
        request.temperature = temperature;
        request.confidenceEosEotInf = true;
        const auto result = run(request);
        QVERIFY(result);
        QCOMPARE(result->answer, Ids({kEos, kEot, 12, 13}));
        std::vector<int> settled;
        for (const PositionFrame& position : run.frames.back()->positions)
            settled.push_back(position.settledStep);
        QCOMPARE(settled, std::vector<int>({2, 3, 0, 1}));
        QCOMPARE(run.frames[0]->positions[0].confidence, 1.F); // what is shown is the network's, not the order's
    }

    void thresholdCommitsAllThatAreSure()
    {
        // Positions 0, 2, 4 … are sure, the others never are.
        const auto network = [](const Pass&, int position, TokenId id) {
            return id == 10 + position ? (position % 2 == 0 ? 20.F : 1.F + 0.1F * float(position)) : 0.F;
        };
        FakeRun run(network);
        GenerationRequest request = requestOf(8, 4, 1, {});
        request.threshold = 0.9;
        const auto result = run(request);
        QVERIFY(result);
        QCOMPARE(result->mode, QStringLiteral("threshold 0.9"));
        QCOMPARE(result->answer, Ids({10, 11, 12, 13, 14, 15, 16, 17}));
        std::vector<int> settled;
        for (const PositionFrame& position : run.frames.back()->positions)
            settled.push_back(position.settledStep);
        QCOMPARE(settled, std::vector<int>({0, 2, 0, 1, 3, 5, 3, 4})); // one a step where none is sure
        QCOMPARE(run.frames[0]->steps, 8); // the most that there can be
        QVERIFY(result->notices.isEmpty());
    }

    void thresholdOfZeroAndOneAreTheExtremes()
    {
        FakeRun all(withoutEnd(FakePredictor::hashed(5)));
        GenerationRequest request = requestOf(12, 4, 12);
        request.threshold = 0;
        const auto parallel = all(request);
        QVERIFY(parallel);
        QCOMPARE(parallel->steps, 3);

        FakeRun one(withoutEnd(FakePredictor::hashed(5)));
        request.threshold = 1;
        const auto sequential = one(request);
        QVERIFY(sequential);
        QCOMPARE(sequential->steps, 12);
        FakeRun exact(withoutEnd(FakePredictor::hashed(5)));
        request.threshold.reset();
        QCOMPARE(exact(request)->answer, sequential->answer);
    }

    void thresholdGoesByConfidenceEvenWhenRandomOrderIsAsked()
    {
        FakeRun run(wants(3));
        GenerationRequest request = requestOf(8, 4, 8);
        request.threshold = 0.9;
        request.remasking = Remasking::Random;
        const auto result = run(request);
        QVERIFY(result);
        QCOMPARE(result->steps, 2);
        QCOMPARE(result->notices.size(), 1);
    }

    void randomRemaskingCommitsInRandomOrder()
    {
        const auto orderOf = [](quint64 seed) {
            FakeRun run(wants(3));
            GenerationRequest request = requestOf(16, 16, 16);
            request.remasking = Remasking::Random;
            request.seed = seed;
            const auto result = run(request);
            std::vector<int> settled;
            for (const PositionFrame& position : run.frames.back()->positions)
                settled.push_back(position.settledStep);
            return settled;
        };
        const std::vector<int> order = orderOf(1);
        QVERIFY(!std::is_sorted(order.begin(), order.end())); // the confidences would give left to right
        QCOMPARE(orderOf(1), order);
        QVERIFY(orderOf(2) != order);
    }

    void theSeedDecides()
    {
        const auto answerOf = [](quint64 seed, double temperature, int threads) {
            FakeRun run(FakePredictor::hashed(21), threads);
            GenerationRequest request = requestOf(40, 16, 13);
            request.seed = seed;
            request.temperature = temperature;
            request.stopAtEnd = false;
            return run(request)->answer;
        };
        const Ids answer = answerOf(1, 1, 1);
        for (const int threads : {1, 2, 3, 8})
            QCOMPARE(answerOf(1, 1, threads), answer);
        QVERIFY(answerOf(2, 1, 1) != answer);
        QCOMPARE(answerOf(1, 0, 1), answerOf(2, 0, 1)); // without noise there is nothing to decide
    }
};

QTEST_GUILESS_MAIN(TestGeneratorModes)
#include "test_generator_modes.moc"
