// SPDX-License-Identifier: GPL-3.0-or-later
#include "diffusion/fake_world.h"

#include <QTest>

using namespace lacuna;
using namespace lacuna::diffusion;
using namespace lacuna::support;

using Ids = std::vector<TokenId>;
using Pass = FakePredictor::Pass;

/// What a user of the generator may rely on, with networks that are functions.
class TestGenerator : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fillsTheAnswerBlockByBlock()
    {
        FakeRun run(wants(3));
        const auto result = run(requestOf(12, 4, 6));
        QVERIFY(result);
        for (size_t i = 0; i < 12; ++i)
            QCOMPARE(result->answer[i], TokenId(10 + i));
        QCOMPARE(result->steps, 6);
        QCOMPARE(result->forwards, 6);
        QCOMPARE(result->rowsComputed, 6 * 15);
        QCOMPARE(result->mode, QStringLiteral("exact"));
        QVERIFY(!result->stopped && !result->endedEarly && result->notices.isEmpty());
        QCOMPARE(run.predictor.passes().front().canvas, Ids({0, 20, 21, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3}));
        QCOMPARE(run.predictor.passes()[3].canvas, Ids({0, 20, 21, 10, 11, 12, 13, 14, 15, 3, 3, 3, 3, 3, 3}));
    }

    void framesTellWhatEachStepDid()
    {
        FakeRun run(wants(3));
        GenerationRequest request = requestOf(6, 4, 3);
        request.fixed.resize(6);
        request.fixed[1] = 33;
        QVERIFY(run(request));
        QCOMPARE(run.frames.size(), size_t(3)); // block 0: 3 open positions in 2 steps, block 1: 2 in 1
        const StepFrame& first = *run.frames[0];
        QCOMPARE(first.step, 0);
        QCOMPARE(first.steps, 3);
        QCOMPARE(first.block, 0);
        QCOMPARE(first.blocks, 2);
        QCOMPARE(first.blockBegin, 0);
        QCOMPARE(first.blockEnd, 4);
        QCOMPARE(first.promptLength, 3);
        QCOMPARE(first.forwards, 1);
        QCOMPARE(first.rowsComputed, 9);
        QCOMPARE(first.busyFractions.size(), size_t(2));
        QCOMPARE(first.positions.size(), size_t(6));
        QCOMPARE(first.positions[0].state, PositionState::New);
        QCOMPARE(first.positions[0].id, 10);
        QCOMPARE(first.positions[0].settledStep, 0);
        QCOMPARE(first.positions[1].state, PositionState::Fixed);
        QCOMPARE(first.positions[1].id, 33);
        QCOMPARE(first.positions[1].candidates[0].id, -1);
        QCOMPARE(first.positions[2].state, PositionState::New);
        QCOMPARE(first.positions[3].state, PositionState::Masked);
        QCOMPARE(first.positions[3].id, kMask);
        QCOMPARE(first.positions[3].candidates[0].id, 13); // computed, not committed
        QCOMPARE(first.positions[3].confidence, first.positions[3].candidates[0].probability);
        QCOMPARE(first.positions[4].candidates[0].id, -1); // another block's: not computed
        QCOMPARE(first.positions[4].confidence, 0.F);

        const StepFrame& last = *run.frames[2];
        QCOMPARE(last.block, 1);
        QCOMPARE(last.blockBegin, 4);
        QCOMPARE(last.blockEnd, 6);
        QCOMPARE(last.positions[0].state, PositionState::Settled);
        QCOMPARE(last.positions[0].confidence, first.positions[0].confidence);
        QCOMPARE(last.positions[0].candidates[0].id, 10); // those of the step in which it settled
        QCOMPARE(last.positions[3].settledStep, 1);
        QCOMPARE(last.positions[5].state, PositionState::New);
        QCOMPARE(first.positions[3].state, PositionState::Masked); // a published frame does not change
    }

    void guidanceRunsASecondPassWithoutWhatWasGiven()
    {
        FakeRun run(FakePredictor::hashed(1));
        GenerationRequest request = requestOf(4, 4, 4);
        request.cfgScale = 1.5;
        request.fixed = {std::nullopt, 33, std::nullopt, std::nullopt};
        const auto result = run(request);
        QVERIFY(result);
        QCOMPARE(result->forwards, 6);
        QCOMPARE(run.frames[0]->forwards, 2);
        QCOMPARE(run.frames[0]->rowsComputed, 14);
        QCOMPARE(run.predictor.passes()[0].canvas, Ids({0, 20, 21, 3, 33, 3, 3}));
        QCOMPARE(run.predictor.passes()[1].canvas, Ids({3, 3, 3, 3, 3, 3, 3}));
        const Ids& later = run.predictor.passes()[5].canvas; // what was generated is seen by both passes
        QCOMPARE(std::count(later.begin() + 3, later.end(), kMask), 2); // one open, and the fixed one
    }

    void fixedIdsNeverChange()
    {
        FakeRun run(FakePredictor::hashed(7));
        GenerationRequest request = requestOf(20, 7, 9);
        request.stopAtEnd = false;
        request.fixed.resize(20);
        for (const size_t position : {0U, 6U, 7U, 13U, 19U})
            request.fixed[position] = TokenId(30 + position);
        const auto result = run(request);
        QVERIFY(result);
        for (const StepFramePtr& frame : run.frames) {
            for (const size_t position : {0U, 6U, 7U, 13U, 19U}) {
                QCOMPARE(frame->positions[position].id, TokenId(30 + position));
                QCOMPARE(frame->positions[position].state, PositionState::Fixed);
            }
        }
        for (const size_t position : {0U, 6U, 7U, 13U, 19U})
            QCOMPARE(result->answer[position], TokenId(30 + position));
        for (const Pass& pass : run.predictor.passes())
            QCOMPARE(pass.canvas[3 + 13], 43);
    }

    void fixedIdsMayBeOnesThatNeverComeOut()
    {
        FakeRun run(wants(3));
        GenerationRequest request = requestOf(3, 3, 3);
        request.fixed = {4, std::nullopt, 55};
        const auto result = run(request);
        QVERIFY(result);
        QCOMPARE(result->answer, Ids({4, 11, 55}));
    }

    void aMaskAmongFixedIdsIsAGap()
    {
        FakeRun run(wants(3));
        GenerationRequest request = requestOf(3, 3, 3);
        request.fixed = {kMask, 40, kMask};
        const auto result = run(request);
        QVERIFY(result);
        QCOMPARE(result->answer, Ids({10, 40, 12}));
    }

    void nothingToFillIsLegal()
    {
        FakeRun none(wants(3));
        const auto empty = none(requestOf(0, 32, 16));
        QVERIFY(empty);
        QVERIFY(empty->answer.empty());
        QCOMPARE(empty->forwards, 0);

        FakeRun given(wants(3));
        GenerationRequest request = requestOf(2, 32, 16);
        request.fixed = {7, 8};
        const auto result = given(request);
        QVERIFY(result);
        QCOMPARE(result->answer, Ids({7, 8}));
        QCOMPARE(result->forwards, 0);
        QVERIFY(given.frames.empty());

        FakeRun nothing(wants(0));
        QVERIFY(nothing(requestOf(0, 1, 1, {})));
    }

    void anEmptyPromptIsLegal()
    {
        for (const double cfgScale : {0.0, 1.5}) {
            FakeRun run(wants(0));
            GenerationRequest request = requestOf(8, 4, 8, {});
            request.cfgScale = cfgScale;
            const auto result = run(request);
            QVERIFY(result);
            QCOMPARE(result->answer, Ids({10, 11, 12, 13, 14, 15, 16, 17}));
        }
    }

    void aMaskInThePromptStaysText()
    {
        FakeRun run(wants(4));
        const auto result = run(requestOf(6, 3, 6, {0, kMask, 20, kMask}));
        QVERIFY(result);
        QCOMPARE(result->steps, 6);
        QCOMPARE(std::count(result->answer.begin(), result->answer.end(), kMask), 0);
        for (const Pass& pass : run.predictor.passes())
            QCOMPARE(Ids(pass.canvas.begin(), pass.canvas.begin() + 4), Ids({0, kMask, 20, kMask}));
    }

    void masksAndIdsThatAreNoTokensNeverComeOut()
    {
        // The network prefers exactly those.
        const FakePredictor::Logit hashed = FakePredictor::hashed(11);
        const auto eager = [hashed](const Pass& pass, int position, TokenId id) {
            return hashed(pass, position, id) + (id == 3 || id == 4 || id >= 50 ? 20.F : 0.F);
        };
        for (const double temperature : {0.0, 1.0, 50.0}) {
            for (const double cfgScale : {0.0, 1.5}) {
                FakeRun run(eager);
                GenerationRequest request = requestOf(60, 32, 7);
                request.temperature = temperature;
                request.cfgScale = cfgScale;
                request.stopAtEnd = false;
                const auto result = run(request);
                QVERIFY(result);
                for (const TokenId id : result->answer)
                    QVERIFY(id >= 0 && id < 50 && id != 3 && id != 4);
                for (const StepFramePtr& frame : run.frames) {
                    for (const PositionFrame& position : frame->positions) {
                        for (const Candidate& candidate : position.candidates)
                            QVERIFY(candidate.id < 50 && candidate.id != 3 && candidate.id != 4);
                    }
                }
            }
        }
    }

    void anyLengthsLeaveNoMasks()
    {
        for (const int gen : {1, 2, 7, 31, 60}) {
            for (const int block : {1, 3, 32, 100}) {
                for (const int steps : {1, 2, 7, 300}) {
                    FakeRun run(FakePredictor::hashed(3));
                    GenerationRequest request = requestOf(gen, block, steps);
                    request.stopAtEnd = false;
                    const auto result = run(request);
                    QVERIFY(result);
                    QCOMPARE(int(result->answer.size()), gen);
                    QCOMPARE(std::count(result->answer.begin(), result->answer.end(), kMask), 0);
                    QVERIFY(result->steps <= gen);
                    QCOMPARE(run.frames.size(), size_t(result->steps));
                    QCOMPARE(run.frames.back()->steps, result->steps);
                }
            }
        }
    }

    void stepsThatCannotBeUsedAreToldOf()
    {
        FakeRun more(wants(3));
        const auto capped = more(requestOf(8, 4, 100));
        QVERIFY(capped);
        QCOMPARE(capped->steps, 8);
        QCOMPARE(capped->notices.size(), 1);
        QVERIFY(capped->notices[0].startsWith(QLatin1String("8 steps are run instead of 100")));

        FakeRun fewer(wants(3));
        const auto raised = fewer(requestOf(8, 2, 3));
        QVERIFY(raised);
        QCOMPARE(raised->steps, 4);
        QVERIFY(raised->notices[0].startsWith(QLatin1String("4 steps are run instead of 3")));

        FakeRun unasked(wants(3));
        GenerationRequest request = requestOf(9, 5, 1);
        request.steps.reset(); // two tokens a step
        const auto two = unasked(request);
        QVERIFY(two);
        QCOMPARE(two->steps, 5);
        QVERIFY(two->notices.isEmpty());

        FakeRun empty(wants(3));
        const auto nothing = empty(requestOf(0, 4, 32));
        QVERIFY(nothing);
        QCOMPARE(nothing->steps, 0);
        QVERIFY(nothing->notices.isEmpty());
    }

    void longBlocksAreReadInBatches()
    {
        FakeRun run(FakePredictor::hashed(9));
        GenerationRequest request = requestOf(150, 150, 2);
        request.cfgScale = 1;
        const auto result = run(request);
        QVERIFY(result);
        QCOMPARE(std::count(result->answer.begin(), result->answer.end(), kMask), 0);
        QCOMPARE(result->forwards, 4); // batches repeat no pass
        QVERIFY(run.predictor.mostRows() <= 64);
    }

    void aStopLeavesWhatWasThere()
    {
        FakeRun run(wants(3));
        run.predictor.setOnForward([&run](size_t forward) {
            if (forward == 5)
                run.stop.request_stop();
        });
        const auto result = run(requestOf(16, 4, 16));
        QVERIFY(result);
        QVERIFY(result->stopped);
        QCOMPARE(result->steps, 5);
        QCOMPARE(run.frames.size(), size_t(5));
        QCOMPARE(result->answer, Ids({10, 11, 12, 13, 14, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3}));
    }

    void aStopBeforeTheStartRunsNothing()
    {
        FakeRun run(wants(3));
        run.stop.request_stop();
        const auto result = run(requestOf(4, 4, 4));
        QVERIFY(result);
        QVERIFY(result->stopped);
        QCOMPARE(result->answer, Ids({3, 3, 3, 3}));
    }

    void networksThatComputeNonsenseAreAnError()
    {
        FakeRun run([](const Pass&, int, TokenId) { return std::numeric_limits<float>::quiet_NaN(); });
        const auto result = run(requestOf(4, 4, 4));
        QVERIFY(!result);
        QCOMPARE(result.error().code, Error::Code::Malformed);
    }

    void runsWithoutAnObserver()
    {
        FakeRun run(wants(3));
        QCOMPARE(run.generator.run(requestOf(2, 2, 2), {}, {})->answer, Ids({10, 11}));
    }
};

QTEST_GUILESS_MAIN(TestGenerator)
#include "test_generator.moc"
