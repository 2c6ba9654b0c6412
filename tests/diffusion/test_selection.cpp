// SPDX-License-Identifier: GPL-3.0-or-later
#include "diffusion/random.h"
#include "diffusion/selection.h"

#include <QTest>

#include <limits>
#include <set>

using namespace lacuna::diffusion;

class TestSelection : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void greatestAreTaken()
    {
        const std::vector<double> ranks {0.25, 0.75, 0.5, 1};
        QCOMPARE(greatest(ranks, 0), std::vector<int>());
        QCOMPARE(greatest(ranks, 1), std::vector<int>({3}));
        QCOMPARE(greatest(ranks, 3), std::vector<int>({1, 2, 3}));
        QCOMPARE(greatest(ranks, 4), std::vector<int>({0, 1, 2, 3}));
    }

    void ofEqualRanksTheLowestIndexIsTaken()
    {
        const std::vector<double> ranks {0.5, 1, 0.5, 1, 0.5, 1};
        QCOMPARE(greatest(ranks, 2), std::vector<int>({1, 3}));
        QCOMPARE(greatest(ranks, 4), std::vector<int>({0, 1, 3, 5}));
    }

    void lastRanksAreTakenWhenNothingElseIsLeft()
    {
        const double last = -std::numeric_limits<double>::infinity();
        QCOMPARE(greatest(std::vector<double> {last, last, 0}, 2), std::vector<int>({0, 2}));
    }

    void thresholdTakesAllThatReachIt()
    {
        QCOMPARE(atLeast(std::vector<double> {0.9, 0.89, 0.95, 0.1}, 0.9), std::vector<int>({0, 2}));
        QCOMPARE(atLeast(std::vector<double> {0.9, 0.2}, 0), std::vector<int>({0, 1}));
    }

    void thresholdTakesTheBestWhenNoneReachesIt()
    {
        QCOMPARE(atLeast(std::vector<double> {0.1, 0.3, 0.3, 0.2}, 0.9), std::vector<int>({1}));
        const double last = -std::numeric_limits<double>::infinity();
        QCOMPARE(atLeast(std::vector<double> {last, last}, 0), std::vector<int>({0}));
    }

    void randomNumbersDependOnEveryCoordinate()
    {
        std::set<quint64> seen;
        int numbers = 0;
        for (const quint64 seed : {0U, 1U, 2U}) {
            for (int step = 0; step < 10; ++step) {
                for (int position = 0; position < 10; ++position) {
                    const CounterRandom random(seed, step, position);
                    QCOMPARE(CounterRandom(seed, step, position).bits(7), random.bits(7));
                    for (quint64 index = 0; index < 10; ++index, ++numbers)
                        seen.insert(random.bits(index));
                }
            }
        }
        QCOMPARE(int(seen.size()), numbers);
    }

    void uniformNumbersAreInsideTheInterval()
    {
        QVERIFY(CounterRandom::uniform(0) > 0);
        QVERIFY(CounterRandom::uniform(~quint64(0)) < 1);
        constexpr int numbers = 100000;
        std::array<int, 10> counts {};
        const CounterRandom random(42, 3, 5);
        for (quint64 i = 0; i < numbers; ++i)
            ++counts[size_t(CounterRandom::uniform(random.bits(i)) * 10)];
        for (const int count : counts) // ± 5 standard deviations, which is ± 474
            QVERIFY2(std::abs(count - numbers / 10) < 474, qPrintable(QString::number(count)));
    }
};

QTEST_GUILESS_MAIN(TestSelection)
#include "test_selection.moc"
