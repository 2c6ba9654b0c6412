// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "widgets/models/benchmark/history.h"

#include <QObject>
#include <QThread>

#include <functional>

namespace lacuna::app {

/// The GUI thread's end of the history of records, which is read and written on a thread of its own: a slow disk never
/// stops the window. Answers come as signals, in the order of the calls.
class BenchmarkStore : public QObject {
    Q_OBJECT
public:
    explicit BenchmarkStore(const QString& folder, QObject* parent = nullptr);
    ~BenchmarkStore() override; ///< finishes what was asked for

    void load();
    void keep(const benchmark::Record& record);
    void forget(const QString& file);
    void importFile(const QString& path); ///< every record of it is kept
    void exportTo(const QString& path, const std::vector<benchmark::Record>& records);

Q_SIGNALS:
    void loaded(const lacuna::benchmark::History& history);
    void kept(const lacuna::benchmark::KeptRecord& record);
    void forgotten(const QString& file);
    void imported(const QString& path); ///< after the last kept()
    void exported(const QString& path);
    void failed(const lacuna::Error& error);

private:
    void run(const std::function<void()>& work); ///< on the thread
    bool keepNow(const benchmark::Record& record); ///< whether it could be written

    const QString m_folder;
    QThread m_thread;
    QObject* m_context; // lives on m_thread: what it is asked for runs there
};

} // namespace lacuna::app
