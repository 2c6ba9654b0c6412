// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "desktop/benchmark_store.h"
#include "desktop/engine_controller.h"

#include <QObject>

#include <stop_token>

namespace lacuna::widgets {
class BenchmarkPage;
}

namespace lacuna::app {

class BenchmarkWorker;
class Settings;

/// Connects the benchmark page with the engine thread, where it measures, and with the history on the disk. Whatever
/// else is asked of the engine meanwhile (an answer, another model) goes first: it ends the measurement, of which is
/// kept what there is.
class BenchmarkController : public QObject {
    Q_OBJECT
public:
    /// All must outlive the controller. `folder`: of the history.
    BenchmarkController(widgets::BenchmarkPage& page, EngineController& engine, Settings& settings,
                        const QString& folder, QObject* parent = nullptr);
    ~BenchmarkController() override;

private:
    void connectPage(widgets::BenchmarkPage& page);
    void connectWorker(widgets::BenchmarkPage& page);
    void connectStore(widgets::BenchmarkPage& page);
    void start(widgets::BenchmarkPage& page, const QString& path, const std::vector<benchmark::Settings>& tests);
    void showModels(widgets::BenchmarkPage& page);

    EngineController& m_engine;
    Settings& m_settings;
    BenchmarkStore m_store;
    BenchmarkWorker* m_worker; ///< lives on the engine thread, deleted with it
    std::stop_source m_stop; ///< of the newest job
    quint64 m_job = 0;
};

} // namespace lacuna::app
