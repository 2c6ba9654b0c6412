// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/benchmark_worker.h"

#include "benchmark/machine.h"
#include "benchmark/measure.h"

#include <QFileInfo>

namespace lacuna::app {

void BenchmarkWorker::measure(quint64 job, const QString& path, const std::vector<benchmark::Settings>& tests,
                              const std::stop_token& stop)
{
    if (auto done = measureAll(job, path, tests, stop); done || done.error().code == Error::Code::Cancelled)
        Q_EMIT finished(job);
    else
        Q_EMIT failed(job, done.error());
}

Result<void> BenchmarkWorker::measureAll(quint64 job, const QString& path,
                                         const std::vector<benchmark::Settings>& tests, const std::stop_token& stop)
{
    const auto file = gguf::File::open(path);
    if (!file)
        return tl::unexpected(file.error());
    const auto model = describe(job, **file, stop);
    if (!model)
        return tl::unexpected(model.error());
    for (size_t test = 0; test < tests.size() && !stop.stop_requested(); ++test) {
        const auto show = [&](benchmark::Progress progress) {
            progress.test = int(test);
            progress.tests = int(tests.size());
            Q_EMIT progressed(job, progress);
        };
        const auto pass = [&](const diffusion::StepFramePtr& frame) {
            Q_EMIT frameReady(job, frame);
        };
        benchmark::Plan plan;
        plan.settings = tests[test];
        const auto record = benchmark::measure(*file, *model, plan, {show, pass}, stop);
        if (!record)
            return tl::unexpected(record.error());
        Q_EMIT measured(job, *record);
    }
    return {};
}

Result<benchmark::ModelInfo> BenchmarkWorker::describe(quint64 job, const gguf::File& file, const std::stop_token& stop)
{
    const QDateTime modified = QFileInfo(file.path()).lastModified();
    if (m_checked && m_checked->path == file.path() && m_checked->modified == modified
        && m_checked->bytes == file.totalBytes())
        return m_checked->model;
    int shown = -1;
    const auto report = [&](double fraction) {
        if (int(fraction * 100) == shown)
            return;
        shown = int(fraction * 100);
        benchmark::Progress progress;
        progress.fraction = fraction;
        Q_EMIT progressed(job, progress);
    };
    auto model = benchmark::describeModel(file, report, stop);
    if (model)
        m_checked = Checked {file.path(), modified, file.totalBytes(), *model};
    return model;
}

} // namespace lacuna::app
