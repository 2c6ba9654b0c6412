// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"

#include <QFuture>
#include <QObject>
#include <QtConcurrentRun>

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace lacuna::widgets {

/// Work on Qt's thread pool, one piece at a time: a new start, or cancel(), stops what runs and drops its result,
/// however late it comes. Work must return within some ten milliseconds of a requested stop, for the destructor waits
/// for it.
class Job : public QObject {
    Q_OBJECT
public:
    /// What work gets to know and tell.
    struct Control {
        std::stop_token stop;
        std::function<void(double)> report; ///< the share that is done; as often as one likes
    };

    explicit Job(QObject* parent = nullptr);
    ~Job() override;

    /// Runs `work` on another thread, then `done` on this object's thread, unless it was cancelled meanwhile.
    template<typename T>
    void start(std::function<Result<T>(const Control&)> work, std::function<void(const Result<T>&)> done)
    {
        const quint64 id = begin();
        const Control control {m_stop.get_token(), reporter(id)};
        m_futures.push_back(
            QtConcurrent::run([this, id, control, work = std::move(work), done = std::move(done)]() mutable {
                auto result = std::make_shared<const Result<T>>(work(control));
                work = {}; // what it holds must not outlive its own thread's business
                const auto deliver = [this, id, result, done = std::move(done)] {
                    if (end(id))
                        done(*result);
                };
                QMetaObject::invokeMethod(this, deliver, Qt::QueuedConnection);
            }));
    }
    void cancel();
    bool isRunning() const { return m_running; }

Q_SIGNALS:
    void runningChanged(bool running);
    void progressed(double fraction); ///< at most once a hundredth

private:
    quint64 begin();
    bool end(quint64 id); ///< whether this is the piece of work that is waited for
    std::function<void(double)> reporter(quint64 id);
    void setRunning(bool running);

    std::stop_source m_stop;
    std::vector<QFuture<void>> m_futures; ///< all that may still run
    quint64 m_id = 0; ///< of the newest piece of work
    bool m_running = false;
};

} // namespace lacuna::widgets
