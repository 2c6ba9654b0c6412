// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/job.h"

#include <algorithm>
#include <atomic>
#include <memory>

namespace lacuna::widgets {

Job::Job(QObject* parent)
    : QObject(parent)
{
}

Job::~Job()
{
    m_stop.request_stop();
    for (QFuture<void>& future : m_futures)
        future.waitForFinished();
}

void Job::cancel()
{
    m_stop.request_stop();
    ++m_id;
    setRunning(false);
}

quint64 Job::begin()
{
    m_stop.request_stop();
    m_stop = std::stop_source();
    std::erase_if(m_futures, [](const QFuture<void>& future) { return future.isFinished(); });
    ++m_id;
    setRunning(true);
    return m_id;
}

bool Job::end(quint64 id)
{
    if (id != m_id)
        return false;
    setRunning(false);
    return true;
}

std::function<void(double)> Job::reporter(quint64 id)
{
    auto last = std::make_shared<std::atomic<int>>(-1);
    return [this, id, last](double fraction) {
        const int hundredth = int(fraction * 100);
        if (last->exchange(hundredth) == hundredth)
            return;
        QMetaObject::invokeMethod(
            this,
            [this, id, fraction] {
                if (id == m_id && m_running)
                    Q_EMIT progressed(fraction);
            },
            Qt::QueuedConnection);
    };
}

void Job::setRunning(bool running)
{
    if (m_running == running)
        return;
    m_running = running;
    Q_EMIT runningChanged(running);
}

} // namespace lacuna::widgets
