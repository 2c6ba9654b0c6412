// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractEventDispatcher>
#include <QObject>

#include <algorithm>
#include <ctime>

namespace lacuna::test {

/// Measures how long the GUI thread works before it gets back to its event loop: the longest stretch of the thread's
/// own CPU time between two turns, so that a busy machine does not count.
class Watchdog : public QObject {
    Q_OBJECT
public:
    Watchdog()
    {
        const auto turn = [this] {
            const double now = threadMilliseconds();
            m_longest = std::max(m_longest, now - m_last);
            m_last = now;
        };
        QAbstractEventDispatcher* dispatcher = QAbstractEventDispatcher::instance();
        connect(dispatcher, &QAbstractEventDispatcher::awake, this, turn);
        connect(dispatcher, &QAbstractEventDispatcher::aboutToBlock, this, turn);
        reset();
    }

    void reset()
    {
        m_longest = 0;
        m_last = threadMilliseconds();
        m_begin = m_last;
    }
    /// Milliseconds of CPU time of the longest stretch since reset().
    double longest() const { return std::max(m_longest, threadMilliseconds() - m_last); }
    double total() const { return threadMilliseconds() - m_begin; } ///< of all of them

    static double threadMilliseconds() { return milliseconds(CLOCK_THREAD_CPUTIME_ID); }
    static double processMilliseconds() { return milliseconds(CLOCK_PROCESS_CPUTIME_ID); }

private:
    static double milliseconds(clockid_t clock)
    {
        timespec time {};
        clock_gettime(clock, &time);
        return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
    }

    double m_last = 0;
    double m_begin = 0;
    double m_longest = 0;
};

} // namespace lacuna::test
