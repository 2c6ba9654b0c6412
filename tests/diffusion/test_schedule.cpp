// SPDX-License-Identifier: GPL-3.0-or-later
#include "diffusion/schedule.h"

#include <QTest>

#include <numeric>

using namespace lacuna::diffusion;

using Counts = std::vector<std::vector<int>>;

/// How many positions each step of each block commits, worked out by hand.
class TestSchedule : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsByHand_data()
    {
        QTest::addColumn<int>("answer");
        QTest::addColumn<int>("block");
        QTest::addColumn<int>("steps");
        QTest::addColumn<Counts>("counts");

        QTest::newRow("one block, a token a step") << 4 << 4 << 4 << Counts {{1, 1, 1, 1}};
        QTest::newRow("everything divides") << 12 << 6 << 4 << Counts {{3, 3}, {3, 3}};
        QTest::newRow("extra masks go to the first steps") << 20 << 32 << 6 << Counts {{4, 4, 3, 3, 3, 3}};
        QTest::newRow("short last block, odd steps") << 60 << 32 << 7 << Counts {{8, 8, 8, 8}, {10, 9, 9}};
        QTest::newRow("extra steps go to the first blocks") << 10 << 4 << 5 << Counts {{2, 2}, {2, 2}, {2}};
        QTest::newRow("last block of one") << 33 << 32 << 9 << Counts {{7, 7, 6, 6, 6}, {1}};
        QTest::newRow("more steps than positions") << 7 << 3 << 100 << Counts {{1, 1, 1}, {1, 1, 1}, {1}};
        QTest::newRow("a share above a short block's positions") << 5 << 4 << 6 << Counts {{2, 1, 1}, {1}};
        QTest::newRow("fewer steps than blocks") << 5 << 2 << 1 << Counts {{2}, {2}, {1}};
        QTest::newRow("blocks of one") << 3 << 1 << 2 << Counts {{1}, {1}, {1}};
        QTest::newRow("one position") << 1 << 1 << 1 << Counts {{1}};
        QTest::newRow("no answer") << 0 << 32 << 8 << Counts {};
        QTest::newRow("huge numbers") << 2 << 2147483647 << 2147483647 << Counts {{1, 1}};
    }

    void countsByHand()
    {
        QFETCH(int, answer);
        QFETCH(int, block);
        QFETCH(int, steps);
        Counts counts;
        for (const BlockPlan& plan : planBlocks(std::vector<bool>(size_t(answer), true), block, steps))
            counts.push_back(plan.transfers);
        QTEST(counts, "counts");
    }

    void givenPositionsNeedNoSteps()
    {
        // Block 0 has two open positions, block 1 four, block 2 none; 7 steps are shared out as 3, 2, 2.
        const std::vector<bool> open {true, false, false, true, true, true, true, true, false, false};
        const std::vector<BlockPlan> plan = planBlocks(open, 4, 7);
        QCOMPARE(plan.size(), size_t(3));
        QCOMPARE(plan[0].transfers, std::vector<int>({1, 1}));
        QCOMPARE(plan[1].transfers, std::vector<int>({2, 2}));
        QCOMPARE(plan[2].transfers, std::vector<int>());
        QCOMPARE(plan[2].begin, 8);
        QCOMPARE(plan[2].end, 10);
        QCOMPARE(totalSteps(plan), 4);
    }

    void withoutStepsEachCommitsTwo()
    {
        const std::vector<BlockPlan> plan = planBlocks(std::vector<bool>(9, true), 5, std::nullopt);
        QCOMPARE(plan.size(), size_t(2));
        QCOMPARE(plan[0].transfers, std::vector<int>({2, 2, 1}));
        QCOMPARE(plan[1].transfers, std::vector<int>({2, 2}));
    }

    void everyPositionIsCommittedOnce()
    {
        for (int answer = 0; answer <= 40; ++answer) {
            for (int block = 1; block <= 12; ++block) {
                for (int steps = 1; steps <= 45; ++steps) {
                    int committed = 0;
                    for (const BlockPlan& plan : planBlocks(std::vector<bool>(size_t(answer), true), block, steps)) {
                        QVERIFY(
                            std::all_of(plan.transfers.begin(), plan.transfers.end(), [](int n) { return n >= 1; }));
                        QVERIFY(std::is_sorted(plan.transfers.rbegin(), plan.transfers.rend()));
                        const int sum = std::accumulate(plan.transfers.begin(), plan.transfers.end(), 0);
                        QCOMPARE(sum, plan.end - plan.begin);
                        committed += sum;
                    }
                    QCOMPARE(committed, answer);
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestSchedule)
#include "test_schedule.moc"
