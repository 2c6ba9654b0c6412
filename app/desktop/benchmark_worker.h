// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/step_frame.h"
#include "error.h"
#include "gguf/file.h"
#include "widgets/models/benchmark/progress.h"
#include "widgets/models/benchmark/record.h"

#include <QDateTime>
#include <QObject>

#include <memory>
#include <optional>
#include <stop_token>

namespace lacuna::app {

/// Measures, on the engine thread, so that no answer is made meanwhile. Its functions are called there only, by
/// BenchmarkController; signals carry the job's id.
class BenchmarkWorker : public QObject {
    Q_OBJECT
public:
    /// One test after the other; finished() or failed() comes last, after the records of those that were done.
    void measure(quint64 job, const QString& path, const std::vector<benchmark::Settings>& tests,
                 const std::stop_token& stop);

Q_SIGNALS:
    void progressed(quint64 job, const lacuna::benchmark::Progress& progress);
    void frameReady(quint64 job, lacuna::diffusion::StepFramePtr frame);
    void measured(quint64 job, const lacuna::benchmark::Record& record);
    void finished(quint64 job);
    void failed(quint64 job, const lacuna::Error& error);

private:
    Result<void> measureAll(quint64 job, const QString& path, const std::vector<benchmark::Settings>& tests,
                            const std::stop_token& stop);
    Result<benchmark::ModelInfo> describe(quint64 job, const gguf::File& file, const std::stop_token& stop);

    /// The last file's checksum, which takes seconds for a large one.
    struct Checked {
        QString path;
        QDateTime modified;
        quint64 bytes = 0;
        benchmark::ModelInfo model;
    };
    std::optional<Checked> m_checked;
};

} // namespace lacuna::app
