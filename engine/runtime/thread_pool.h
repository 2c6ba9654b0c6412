// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runtime/part_clock.h"

#include <QtGlobal>

#include <concepts>
#include <memory>
#include <stop_token>
#include <type_traits>
#include <vector>

namespace lacuna::runtime {

/// A reference to a callable, valid for the call that it is passed to.
template<typename Signature>
class FunctionRef;
template<typename R, typename... Args>
class FunctionRef<R(Args...)> {
public:
    template<typename F>
    requires(!std::same_as<std::remove_cvref_t<F>, FunctionRef>) FunctionRef(F&& f) // NOLINT: implicit on purpose
        : m_object(const_cast<void*>(static_cast<const void*>(&f)))
        , m_call([](void* object, Args... args) -> R {
            return (*static_cast<std::remove_reference_t<F>*>(object))(static_cast<Args>(args)...);
        })
    {
    }
    R operator()(Args... args) const { return m_call(m_object, static_cast<Args>(args)...); }

private:
    void* m_object;
    R (*m_call)(void*, Args...);
};

/// Workers that take chunks of one job from a shared counter. One job at a time, submitted from one thread, which works
/// along as worker 0. Workers spin ≤ 50 µs after a job (not at all when there are more workers than cores), then sleep;
/// they run below normal priority (see lowerThreadPriority()).
class ThreadPool {
public:
    /// `threads` ≥ 1 workers in all, the caller's thread included (smaller values count as 1).
    explicit ThreadPool(int threads);
    ~ThreadPool();
    Q_DISABLE_COPY_MOVE(ThreadPool)

    int size() const;

    /// Calls body(chunk, worker) for every chunk in [0, chunks), each exactly once, and returns when all are done: what
    /// the bodies wrote is then visible to the caller. A requested stop is honoured between chunks: the rest is skipped
    /// and false is returned. A body must not throw, nor submit jobs itself.
    bool run(int chunks, FunctionRef<void(int chunk, int worker)> body, std::stop_token stop = {});

    /// Nanoseconds that each worker spent inside chunk bodies since the last reset; size() values. Any thread may ask.
    std::vector<quint64> busyNanoseconds() const;
    void resetBusy();

    /// What the submitting thread spends its time on; for that thread alone.
    PartClock& parts();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Physical cores that this process may use (hyper-threads counted once), ≥ 1: the default for the number of threads.
int physicalCores();

/// Logical processors that this process may use, ≥ 1.
int logicalProcessors();

/// Puts the calling thread below the priority of a GUI thread, as far as the operating system lets it: for the threads
/// that compute. The pool's own workers have done so; the thread that submits the jobs does it for itself.
void lowerThreadPriority();

} // namespace lacuna::runtime
