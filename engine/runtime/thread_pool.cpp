// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace lacuna::runtime {

using Clock = std::chrono::steady_clock;

namespace {

constexpr auto spinTime = std::chrono::microseconds(50);

/// One cache line a worker, so that the counters do not disturb each other.
struct alignas(64) BusyCounter {
    std::atomic<quint64> nanoseconds = 0;
};

/// The state word: the job's number in the upper half, whether workers may still join it, and how many are inside.
constexpr quint64 jobUnit = quint64(1) << 32;
constexpr quint64 openBit = quint64(1) << 31;
constexpr quint64 insideMask = openBit - 1;

} // namespace

struct ThreadPool::Private {
    struct Job {
        const FunctionRef<void(int, int)>* body = nullptr;
        const std::stop_token* stop = nullptr;
        qint64 chunks = 0;
    };

    alignas(64) std::atomic<quint64> state = 0; // no job
    alignas(64) std::atomic<qint64> next = 0; // the chunk to be taken next
    std::atomic<bool> skipped = false; // some chunk of the job was not run
    std::atomic<bool> quit = false;
    std::atomic<int> sleepers = 0;
    Job job; // written only while nobody is inside, published by `state`
    bool spins = true;

    std::mutex mutex; // guards nothing but going to sleep and waking up
    std::condition_variable jobPosted;
    std::condition_variable jobLeft;
    std::vector<BusyCounter> busy;
    PartClock parts;
    std::vector<std::thread> threads;

    void work(int worker);
    void workerLoop(int worker);
    bool enter(quint64 seen);
    void leave();
    template<typename Predicate>
    bool spinUntil(Predicate done) const;
};

template<typename Predicate>
bool ThreadPool::Private::spinUntil(Predicate done) const
{
    if (done())
        return true;
    if (!spins)
        return false;
    const auto end = Clock::now() + spinTime;
    do {
        std::this_thread::yield(); // whoever else wants this core may have it
        if (done())
            return true;
    } while (Clock::now() < end);
    return false;
}

void ThreadPool::Private::work(int worker)
{
    auto begin = Clock::now();
    quint64 spent = 0;
    for (;;) {
        const qint64 chunk = next.fetch_add(1, std::memory_order_relaxed);
        if (chunk >= job.chunks)
            break;
        if (job.stop->stop_requested()) {
            skipped.store(true, std::memory_order_relaxed);
            break;
        }
        (*job.body)(int(chunk), worker);
        const auto end = Clock::now();
        spent += quint64(std::chrono::duration_cast<std::chrono::nanoseconds>(end - begin).count());
        begin = end;
    }
    busy[size_t(worker)].nanoseconds.fetch_add(spent, std::memory_order_relaxed);
}

/// Joins the job that `seen` tells of, unless it has been closed meanwhile.
bool ThreadPool::Private::enter(quint64 seen)
{
    const quint64 number = seen / jobUnit;
    while ((seen & openBit) && seen / jobUnit == number) {
        if (state.compare_exchange_weak(seen, seen + 1))
            return true;
    }
    return false;
}

void ThreadPool::Private::leave()
{
    const quint64 now = state.fetch_sub(1) - 1;
    if ((now & (openBit | insideMask)) != 0)
        return;
    const std::lock_guard lock(mutex); // closed, and this was the last one inside: the submitter may be asleep
    jobLeft.notify_one();
}

void ThreadPool::Private::workerLoop(int worker)
{
    lowerThreadPriority();
    quint64 number = 0; // of the last job that this worker has seen
    const auto changed = [&] {
        return quit.load() || state.load() / jobUnit != number;
    };
    for (;;) {
        if (!spinUntil(changed)) {
            std::unique_lock lock(mutex);
            sleepers.fetch_add(1);
            jobPosted.wait(lock, changed);
            sleepers.fetch_sub(1);
        }
        if (quit.load())
            return;
        const quint64 seen = state.load();
        number = seen / jobUnit;
        if (enter(seen)) {
            work(worker);
            leave();
        }
    }
}

ThreadPool::ThreadPool(int threads)
    : d(std::make_unique<Private>())
{
    threads = std::max(1, threads);
    d->spins = threads <= logicalProcessors();
    d->busy = std::vector<BusyCounter>(size_t(threads));
    d->threads.reserve(size_t(threads - 1));
    for (int worker = 1; worker < threads; ++worker)
        d->threads.emplace_back([this, worker] { d->workerLoop(worker); });
}

ThreadPool::~ThreadPool()
{
    {
        const std::lock_guard lock(d->mutex);
        d->quit.store(true);
    }
    d->jobPosted.notify_all();
    for (std::thread& thread : d->threads)
        thread.join();
}

int ThreadPool::size() const
{
    return int(d->busy.size());
}

bool ThreadPool::run(int chunks, FunctionRef<void(int chunk, int worker)> body, std::stop_token stop)
{
    Q_ASSERT((d->state.load() & openBit) == 0); // one job at a time
    d->job = {&body, &stop, chunks};
    d->next.store(0, std::memory_order_relaxed);
    d->skipped.store(false, std::memory_order_relaxed);
    const bool alone = chunks <= 1 || d->threads.empty();
    if (!alone) {
        const quint64 number = d->state.load() / jobUnit + 1;
        d->state.store((number * jobUnit) | openBit);
        if (d->sleepers.load() > 0) {
            const std::lock_guard lock(d->mutex);
            d->jobPosted.notify_all();
        }
    }
    d->work(0);
    if (!alone) {
        d->state.fetch_and(~openBit); // who has not come by now is not needed
        const auto left = [&] {
            return (d->state.load() & insideMask) == 0;
        };
        if (!d->spinUntil(left)) {
            std::unique_lock lock(d->mutex);
            d->jobLeft.wait(lock, left);
        }
    }
    return !d->skipped.load(std::memory_order_relaxed);
}

std::vector<quint64> ThreadPool::busyNanoseconds() const
{
    std::vector<quint64> result;
    result.reserve(d->busy.size());
    for (const BusyCounter& counter : d->busy)
        result.push_back(counter.nanoseconds.load(std::memory_order_relaxed));
    return result;
}

PartClock& ThreadPool::parts()
{
    return d->parts;
}

void ThreadPool::resetBusy()
{
    for (BusyCounter& counter : d->busy)
        counter.nanoseconds.store(0, std::memory_order_relaxed);
}

} // namespace lacuna::runtime
