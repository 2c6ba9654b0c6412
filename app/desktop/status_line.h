// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "desktop/engine_controller.h"

#include <QObject>

class QLabel;
class QStatusBar;

namespace lacuna::app {

/// The permanent parts of the status bar: model, memory, threads, state.
class StatusLine : public QObject {
    Q_OBJECT
public:
    explicit StatusLine(QStatusBar* bar);

    void setModel(const LoadedModel& model);
    void clearModel();
    void setThreads(int threads); ///< 0: as many as physical cores
    void setState(EngineController::State state);

private:
    QLabel* addPart(QStatusBar* bar, const QString& name);

    QLabel* m_model;
    QLabel* m_memory;
    QLabel* m_threads;
    QLabel* m_state;
};

} // namespace lacuna::app
