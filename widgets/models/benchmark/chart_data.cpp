// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/benchmark/chart_data.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lacuna::benchmark {

namespace {

constexpr int MostBins = 40;

std::vector<double> stepTimes(const Record& record)
{
    std::vector<double> times;
    for (const Run& run : record.runs) {
        for (const Step& step : run.steps)
            times.push_back(step.ms());
    }
    return times;
}

bool differOnlyInThreads(const Record& a, const Record& b)
{
    Settings settings = a.settings;
    settings.threads = b.settings.threads;
    settings.runs = b.settings.runs;
    settings.warmups = b.settings.warmups;
    return settings == b.settings && a.model.sha256 == b.model.sha256 && a.machine.cpu == b.machine.cpu
        && a.machine.isa == b.machine.isa && a.app.commit == b.app.commit;
}

} // namespace

Distribution distribution(const std::vector<Record>& records)
{
    Distribution result;
    std::vector<double> all;
    for (const Record& record : records) {
        const std::vector<double> times = stepTimes(record);
        all.insert(all.end(), times.begin(), times.end());
    }
    if (all.empty())
        return result;
    // a single outlier must not press all others into one bin: it goes to the last one
    const double low = *std::min_element(all.begin(), all.end());
    const double high = std::min(*std::max_element(all.begin(), all.end()), 4 * quantile(all, 0.95) - 3 * low);
    const int bins = std::clamp(int(std::sqrt(double(all.size())) * 2), 5, MostBins);
    result.low = low;
    result.width = std::max((high - low) / bins, 1e-4);
    for (const Record& record : records) {
        std::vector<int>& counts = result.counts.emplace_back(bins, 0);
        for (const double ms : stepTimes(record))
            ++counts[size_t(std::clamp((ms - low) / result.width, 0.0, double(bins - 1)))];
    }
    return result;
}

std::vector<ScalingPoint> threadScaling(const Record& record, const std::vector<Record>& newestFirst)
{
    std::map<int, Estimate> points;
    const auto add = [&points](const Record& one) {
        if (const auto speed = summarise(one).stepsPerSecond)
            points.emplace(one.settings.threads, *speed);
    };
    add(record);
    for (const Record& other : newestFirst) {
        if (differOnlyInThreads(record, other))
            add(other);
    }
    std::vector<ScalingPoint> result;
    result.reserve(points.size());
    for (const auto& [threads, speed] : points)
        result.push_back({threads, speed});
    return result;
}

} // namespace lacuna::benchmark
