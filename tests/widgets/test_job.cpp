// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/job.h"

#include <QString>
#include <QTest>
#include <QThreadPool>

#include <algorithm>
#include <thread>

using namespace lacuna;
using widgets::Job;

namespace {

/// Everything that was started has ended, and what it sent has arrived.
void finish()
{
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
}

void waitForStop(const Job::Control& control)
{
    while (!control.stop.stop_requested())
        std::this_thread::yield();
}

} // namespace

class TestJob : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void handsItsResultOver();
    void anErrorArrives();
    void progressArrives();
    void aNewStartDropsTheOldResult();
    void cancellingDropsTheResult();
    void theDestructorWaits();
};

void TestJob::handsItsResultOver()
{
    for (int round = 0; round < 200; ++round) {
        Job job;
        const std::vector<int> input(100, round);
        std::vector<int> output;
        job.start<std::vector<int>>(
            [input](const Job::Control&) -> Result<std::vector<int>> {
                std::vector<int> doubled;
                for (const int value : input)
                    doubled.push_back(2 * value);
                return doubled;
            },
            [&](const Result<std::vector<int>>& result) { output = *result; });
        QVERIFY(job.isRunning());
        finish();
        QVERIFY(!job.isRunning());
        QCOMPARE(output, std::vector<int>(100, 2 * round));
    }
}

void TestJob::anErrorArrives()
{
    Job job;
    QString message;
    job.start<int>(
        [](const Job::Control&) -> Result<int> {
            return failure(Error::Code::Io, QStringLiteral("The disk is full."));
        },
        [&](const Result<int>& result) { message = result.error().message; });
    finish();
    QCOMPARE(message, QStringLiteral("The disk is full."));
}

void TestJob::progressArrives()
{
    Job job;
    QList<double> shares;
    connect(&job, &Job::progressed, this, [&](double share) { shares.append(share); });
    job.start<int>(
        [](const Job::Control& control) -> Result<int> {
            for (int i = 0; i <= 10000; ++i)
                control.report(i / 10000.0);
            return 0;
        },
        [](const Result<int>&) {});
    finish();
    QCOMPARE(shares.size(), 101); // once a hundredth
    QVERIFY(std::is_sorted(shares.begin(), shares.end()));
    QCOMPARE(shares.last(), 1.0);
}

void TestJob::aNewStartDropsTheOldResult()
{
    Job job;
    QStringList arrived;
    const auto done = [&](const Result<QString>& result) {
        arrived.append(*result);
    };
    job.start<QString>(
        [](const Job::Control& control) -> Result<QString> {
            waitForStop(control);
            return QStringLiteral("old");
        },
        done);
    job.start<QString>([](const Job::Control&) -> Result<QString> { return QStringLiteral("new"); }, done);
    finish();
    QVERIFY(!job.isRunning());
    QCOMPARE(arrived, QStringList {QStringLiteral("new")});
}

void TestJob::cancellingDropsTheResult()
{
    Job job;
    bool delivered = false;
    job.start<int>(
        [](const Job::Control& control) -> Result<int> {
            waitForStop(control);
            return 1;
        },
        [&](const Result<int>&) { delivered = true; });
    job.cancel();
    QVERIFY(!job.isRunning());
    finish();
    QVERIFY(!delivered);
}

void TestJob::theDestructorWaits()
{
    bool ended = false; // of the worker alone until the destructor has returned
    bool delivered = false;
    {
        Job job;
        job.start<int>(
            [&](const Job::Control& control) -> Result<int> {
                waitForStop(control);
                ended = true;
                return 1;
            },
            [&](const Result<int>&) { delivered = true; });
    }
    QVERIFY(ended);
    QCoreApplication::processEvents();
    QVERIFY(!delivered);
}

QTEST_GUILESS_MAIN(TestJob)
#include "test_job.moc"
