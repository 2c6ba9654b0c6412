// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/part_clock.h"

#include <QTest>

#include <chrono>
#include <numeric>

using namespace lacuna::runtime;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

namespace {

void spend(milliseconds time)
{
    const auto end = Clock::now() + time;
    while (Clock::now() < end) { }
}

double ms(const PartTimes& times, Part part)
{
    return double(times[size_t(part)]) * 1e-6;
}

} // namespace

class TestPartClock : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void partsAddUpToTheWhole();
    void innerPartsAreNotCountedTwice();
    void resetForgets();
};

void TestPartClock::partsAddUpToTheWhole()
{
    const auto begin = Clock::now();
    PartClock clock;
    const auto began = Clock::now();
    {
        const PartClock::Scope scope(clock, Part::Head);
        spend(milliseconds(3));
    }
    spend(milliseconds(2));
    const auto ending = Clock::now();
    const PartTimes times = clock.times();
    const auto end = Clock::now();
    QVERIFY(ms(times, Part::Head) >= 3);
    QVERIFY(ms(times, Part::Other) >= 2);
    const quint64 sum = std::accumulate(times.begin(), times.end(), quint64(0));
    QCOMPARE(sum, times[size_t(Part::Head)] + times[size_t(Part::Other)]);
    QVERIFY(sum >= quint64(std::chrono::nanoseconds(ending - began).count()));
    QVERIFY(sum <= quint64(std::chrono::nanoseconds(end - begin).count()));
}

void TestPartClock::innerPartsAreNotCountedTwice()
{
    PartClock clock;
    const auto begin = Clock::now();
    {
        const PartClock::Scope outer(clock, Part::Down);
        spend(milliseconds(2));
        {
            const PartClock::Scope inner(clock, Part::Quantisation);
            spend(milliseconds(5));
        }
        spend(milliseconds(2));
    }
    const double whole = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    const PartTimes times = clock.times();
    QVERIFY(ms(times, Part::Quantisation) >= 5);
    QVERIFY(ms(times, Part::Down) >= 4);
    QVERIFY(ms(times, Part::Down) + ms(times, Part::Quantisation) <= whole);
}

void TestPartClock::resetForgets()
{
    PartClock clock;
    const PartClock::Scope scope(clock, Part::Attention);
    spend(milliseconds(2));
    const auto begin = Clock::now();
    clock.reset();
    const double left = ms(clock.times(), Part::Attention); // runs on
    const double passed = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    QVERIFY(left <= passed);
}

QTEST_APPLESS_MAIN(TestPartClock)
#include "test_part_clock.moc"
