// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/thread_pool.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <ctime>
#include <numeric>
#include <thread>

#ifdef _WIN32
#include <windows.h>
#endif

using namespace lacuna::runtime;

namespace {

/// What all threads of this process have computed so far.
double processorSeconds()
{
#ifdef _WIN32 // where std::clock() is the time on the wall
    FILETIME begin, end, kernel, user;
    GetProcessTimes(GetCurrentProcess(), &begin, &end, &kernel, &user);
    const auto seconds = [](const FILETIME& time) {
        return double((quint64(time.dwHighDateTime) << 32) | time.dwLowDateTime) / 1e7;
    };
    return seconds(kernel) + seconds(user);
#else
    return double(std::clock()) / CLOCKS_PER_SEC;
#endif
}

} // namespace

class TestThreadPool : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyChunkRunsOnce_data();
    void everyChunkRunsOnce();
    void workersWriteVisibly();
    void manyShortJobs();
    void allWorkersTakePart();
    void stopBeforeStartSkipsAll();
    void stopSkipsTheRest();
    void stopAfterTheLastChunkIsNoFailure();
    void busyTimeIsCounted();
    void aSlowWorkerTakesLess();
    void idlePoolSleeps();
    void processorsArePlausible();
};

void TestThreadPool::everyChunkRunsOnce_data()
{
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("chunks");
    for (int threads : {0, 1, 2, 3, 8, 33}) {
        for (int chunks : {0, 1, 2, 7, 1000})
            QTest::addRow("%d threads, %d chunks", threads, chunks) << threads << chunks;
    }
}

void TestThreadPool::everyChunkRunsOnce()
{
    QFETCH(int, threads);
    QFETCH(int, chunks);
    ThreadPool pool(threads);
    QCOMPARE(pool.size(), std::max(1, threads));
    std::vector<std::atomic<int>> counts(size_t(chunks) + 1);
    std::atomic<bool> workersInRange = true;
    QVERIFY(pool.run(chunks, [&](int chunk, int worker) {
        counts[size_t(chunk)].fetch_add(1);
        if (worker < 0 || worker >= pool.size())
            workersInRange = false;
    }));
    QVERIFY(workersInRange);
    for (int i = 0; i < chunks; ++i)
        QCOMPARE(counts[size_t(i)].load(), 1);
    QCOMPARE(counts.back().load(), 0);
}

void TestThreadPool::workersWriteVisibly()
{
    ThreadPool pool(4);
    std::vector<int> values(10000); // plain ints: the thread sanitizer watches the hand-over
    for (int round = 1; round <= 50; ++round) {
        QVERIFY(pool.run(100, [&](int chunk, int) {
            for (int i = chunk * 100; i < (chunk + 1) * 100; ++i)
                values[size_t(i)] += i * round;
        }));
        QCOMPARE(values[9999], 9999 * round * (round + 1) / 2);
    }
}

void TestThreadPool::manyShortJobs()
{
    for (int threads : {2, 3, 16}) { // 16: more than the machine is likely to have, so that workers come late
        ThreadPool pool(threads);
        qint64 expected = 0;
        std::atomic<qint64> sum = 0;
        for (int job = 0; job < 3000; ++job) {
            const int chunks = job % 5;
            QVERIFY(pool.run(chunks, [&](int chunk, int) { sum.fetch_add(chunk + job, std::memory_order_relaxed); }));
            expected += qint64(chunks) * job + chunks * (chunks - 1) / 2;
        }
        QCOMPARE(sum.load(), expected);
    }
}

void TestThreadPool::allWorkersTakePart()
{
    ThreadPool pool(3);
    std::atomic<int> present = 0;
    // Each chunk waits for the others, so all three workers must hold one at the same time.
    QVERIFY(pool.run(3, [&](int, int) {
        present.fetch_add(1);
        while (present.load() < 3)
            std::this_thread::yield();
    }));
}

void TestThreadPool::stopBeforeStartSkipsAll()
{
    ThreadPool pool(2);
    std::stop_source source;
    source.request_stop();
    std::atomic<int> ran = 0;
    QVERIFY(!pool.run(
        100, [&](int, int) { ran.fetch_add(1); }, source.get_token()));
    QCOMPARE(ran.load(), 0);
    QVERIFY(pool.run(100, [&](int, int) { ran.fetch_add(1); })); // and the pool is as good as new
    QCOMPARE(ran.load(), 100);
}

void TestThreadPool::stopSkipsTheRest()
{
    ThreadPool pool(2);
    std::stop_source source;
    std::atomic<int> ran = 0;
    const bool finished = pool.run(
        1000,
        [&](int, int) {
            const int before = ran.fetch_add(1);
            if (before == 9)
                source.request_stop();
            while (before > 9 && !source.stop_requested()) // a chunk that the other worker took meanwhile
                std::this_thread::yield();
        },
        source.get_token());
    QVERIFY(!finished);
    QVERIFY(ran.load() >= 10);
    QVERIFY(ran.load() <= 11);
}

void TestThreadPool::stopAfterTheLastChunkIsNoFailure()
{
    ThreadPool pool(1);
    std::stop_source source;
    QVERIFY(pool.run(
        3,
        [&](int chunk, int) {
            if (chunk == 2)
                source.request_stop();
        },
        source.get_token()));
}

void TestThreadPool::busyTimeIsCounted()
{
    using namespace std::chrono;
    ThreadPool pool(2);
    QCOMPARE(pool.busyNanoseconds(), std::vector<quint64>({0, 0}));
    std::atomic<qint64> spent = 0;
    pool.run(8, [&](int, int) {
        const auto begin = steady_clock::now();
        while (steady_clock::now() - begin < microseconds(200)) { }
        spent.fetch_add(duration_cast<nanoseconds>(steady_clock::now() - begin).count());
    });
    const auto busy = pool.busyNanoseconds();
    QCOMPARE(busy.size(), size_t(2));
    QVERIFY(std::accumulate(busy.begin(), busy.end(), quint64(0)) >= quint64(spent.load()));
    pool.resetBusy();
    QCOMPARE(pool.busyNanoseconds(), std::vector<quint64>({0, 0}));
}

/// One of two workers at half the speed, on as many chunks as a linear layer of 4096 outputs has. The other one takes
/// two thirds of them, and waits at the end for no longer than a slow chunk lasts: 2 of 128, where 1.5 of them are done
/// in the time of one, so 2.3 % of the whole. (Times are compared with what chunks took, since the machine may do
/// something else beside.)
void TestThreadPool::aSlowWorkerTakesLess()
{
    using namespace std::chrono;
    struct Worker {
        int chunks = 0;
        steady_clock::time_point end;
        steady_clock::duration longest {};
    };
    ThreadPool pool(2);
    const auto sharesFairly = [&pool] {
        std::array<Worker, 2> workers;
        pool.run(128, [&](int, int index) {
            Worker& worker = workers[size_t(index)];
            const auto begin = steady_clock::now();
            while (steady_clock::now() - begin < milliseconds(index == 0 ? 1 : 2))
                std::this_thread::yield();
            worker.end = steady_clock::now();
            worker.longest = std::max(worker.longest, worker.end - begin);
            ++worker.chunks;
        });
        const auto waited =
            workers[0].end > workers[1].end ? workers[0].end - workers[1].end : workers[1].end - workers[0].end;
        return workers[0].chunks + workers[1].chunks == 128 && workers[0].chunks > workers[1].chunks
            && waited <= std::max(workers[0].longest, workers[1].longest) + milliseconds(1);
    };
    // Where other programs keep the fast worker's core, it is the slow one: not every time.
    bool fair = false;
    for (int attempt = 0; attempt < 10 && !fair; ++attempt)
        fair = sharesFairly();
    QVERIFY(fair);
}

void TestThreadPool::idlePoolSleeps()
{
    // Processor time of the whole process while the pool has nothing to do: the workers' spins of 50 µs, not more.
    ThreadPool pool(2);
    pool.run(2, [](int, int) {});
    const double before = processorSeconds();
    QTest::qWait(300);
    const double used = processorSeconds() - before;
    QVERIFY2(used < 0.1, qPrintable(QString::number(used)));
}

void TestThreadPool::processorsArePlausible()
{
    QVERIFY(physicalCores() >= 1);
    QVERIFY(physicalCores() <= logicalProcessors());
}

QTEST_GUILESS_MAIN(TestThreadPool)
#include "test_thread_pool.moc"
