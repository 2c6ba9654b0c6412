// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmark/time_left.h"
#include "widgets/models/benchmark/statistics.h"

#include <QTest>

using namespace lacuna::benchmark;

class TestBenchmarkStatistics : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void medianIsTheMiddle()
    {
        QCOMPARE(median({3, 1, 2}), 2.0);
        QCOMPARE(median({4, 1, 2, 3}), 2.5);
        QCOMPARE(median({}), 0.0);
    }

    void quantileIsTheNearestRank()
    {
        std::vector<double> values;
        for (int i = 100; i >= 1; --i)
            values.push_back(i);
        QCOMPARE(quantile(values, 0.95), 95.0);
        QCOMPARE(quantile(values, 0), 1.0);
        QCOMPARE(quantile(values, 1), 100.0);
        QCOMPARE(quantile({7}, 0.95), 7.0);
        QCOMPARE(quantile({}, 0.5), 0.0);
    }

    void noSamplesNoEstimate()
    {
        QVERIFY(!estimate({}));
        QVERIFY(!estimate({{}, {}}));
    }

    void estimateOfOneRun()
    {
        const auto e = estimate({{10, 12, 11, 50}});
        QVERIFY(e.has_value());
        QCOMPARE(e->median, 11.5);
        QCOMPARE(e->p95, 50.0);
        QCOMPARE(e->mad, 1.0); // of 1.5, 0.5, 0.5, 38.5
        QCOMPARE(e->spread, 1.4826);
    }

    void runsThatDifferWidenTheSpread()
    {
        // within a run nothing varies, between the runs a lot
        const auto e = estimate({{10, 10, 10}, {10, 10, 10}, {14, 14, 14}});
        QVERIFY(e.has_value());
        QCOMPARE(e->mad, 0.0);
        QCOMPARE(e->spread, 2.0);
        QCOMPARE(e->relativeSpread(), 0.2);
    }

    void ratioSaysNoDifferenceWithinTheSpread()
    {
        const Estimate a {100, 100, 0, 3};
        const Estimate b {104, 104, 0, 4};
        const auto found = ratio(a, b);
        QVERIFY(found.has_value());
        QCOMPARE(found->ratio, 1.04);
        QVERIFY(found->spread > 0.04); // hypot(3 %, 3.8 %) of 1.04
        QCOMPARE(found->verdict, Ratio::Verdict::Same);
    }

    void ratioSaysWhichIsHigher()
    {
        const Estimate a {100, 100, 0, 1};
        QCOMPARE(ratio(a, {110, 110, 0, 1})->verdict, Ratio::Verdict::Higher);
        QCOMPARE(ratio(a, {90, 90, 0, 1})->verdict, Ratio::Verdict::Lower);
        QVERIFY(!ratio({0, 0, 0, 0}, a));
    }

    void timeLeftFollowsWhatStepsTook()
    {
        TimeLeft left(2, 10, 0);
        QVERIFY(!left.seconds());
        QCOMPARE(left.fraction(), 0.0);
        for (int i = 0; i < 5; ++i)
            left.stepDone(100);
        QCOMPARE(*left.seconds(), 1.5);
        QCOMPARE(left.fraction(), 0.25);
        left.runDone(); // it ended early: five steps were not needed
        QCOMPARE(*left.seconds(), 1.0);
    }

    void timeLeftCountsPeers()
    {
        TimeLeft left(1, 2, 2);
        left.stepDone(1000);
        left.stepDone(1000);
        left.runDone();
        QCOMPARE(*left.seconds(), 4.0); // two calls as long as a run, for want of better knowledge
        left.peerDone(500);
        QCOMPARE(*left.seconds(), 0.5);
        left.peerDone(500);
        QCOMPARE(*left.seconds(), 0.0);
        QCOMPARE(left.fraction(), 1.0);
    }
};

QTEST_GUILESS_MAIN(TestBenchmarkStatistics)
#include "test_benchmark_statistics.moc"
