// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/benchmark/record.h"

#include <algorithm>

namespace lacuna::benchmark {

namespace {

/// The samples of every run, in groups of a run.
template<typename PerStep>
std::optional<Estimate> overSteps(const Record& record, PerStep perStep)
{
    std::vector<std::vector<double>> groups;
    for (const Run& run : record.runs) {
        std::vector<double>& group = groups.emplace_back();
        for (const Step& step : run.steps)
            group.push_back(perStep(step));
    }
    return estimate(groups);
}

template<typename PerRun>
std::optional<Estimate> overRuns(const Record& record, PerRun perRun)
{
    std::vector<std::vector<double>> groups;
    for (const Run& run : record.runs) {
        if (run.complete && run.totalMs > 0)
            groups.push_back({perRun(run)});
    }
    return estimate(groups);
}

} // namespace

Settings protocolSettings()
{
    Settings settings;
    settings.test = QStringLiteral("protocol");
    settings.prompt = QStringLiteral("standard");
    settings.remasking = QStringLiteral("low_confidence");
    return settings;
}

Settings rowsSettings(int rows)
{
    Settings settings = protocolSettings();
    settings.test = QStringLiteral("rows");
    settings.prompt = QStringLiteral("filler");
    settings.genLength = std::clamp(rows, 1, 32);
    settings.promptTokens = std::max(0, rows - settings.genLength);
    settings.steps = std::min(8, settings.genLength);
    return settings;
}

Summary summarise(const Record& record)
{
    Summary summary;
    summary.stepMs = overSteps(record, [](const Step& step) { return step.ms(); });
    summary.forwardMs = overSteps(record, [](const Step& step) { return step.forwardMs; });
    summary.samplingMs = overSteps(record, [](const Step& step) { return step.samplingMs; });
    summary.firstStepMs = overRuns(record, [](const Run& run) { return run.firstStepMs; });
    summary.totalMs = overRuns(record, [](const Run& run) { return run.totalMs; });
    summary.visibleTokensPerSecond =
        overRuns(record, [](const Run& run) { return run.visibleTokens * 1000 / run.totalMs; });
    summary.stepsPerSecond =
        overRuns(record, [](const Run& run) { return double(run.steps.size()) * 1000 / run.totalMs; });
    return summary;
}

std::optional<Estimate> peerStepMs(const Peer& peer)
{
    return estimate(peer.samplesMs);
}

} // namespace lacuna::benchmark
