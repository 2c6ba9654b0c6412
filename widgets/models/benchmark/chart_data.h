// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/benchmark/record.h"

#include <vector>

namespace lacuna::benchmark {

/// How often a step took how long, over the counted runs of up to two records: bins of one width for both.
struct Distribution {
    double low = 0; ///< ms, where the first bin begins
    double width = 0; ///< ms, of a bin; 0: there are no steps
    std::vector<std::vector<int>> counts; ///< of each record, as many bins each
};
Distribution distribution(const std::vector<Record>& records);

/// Steps a second with a number of threads.
struct ScalingPoint {
    int threads = 0;
    Estimate stepsPerSecond;
};
/// The record and all that differ from it in nothing but the number of threads (same model, test, processor, kernels
/// and source), of each number the newest; fewest threads first.
std::vector<ScalingPoint> threadScaling(const Record& record, const std::vector<Record>& newestFirst);

} // namespace lacuna::benchmark
