// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace lacuna::benchmark {

/// Where a measurement stands.
struct Progress {
    enum class Phase { Checksum, Loading, WarmUp, Run, Peer };
    int test = 0; ///< from 0, of several that were asked for
    int tests = 1;
    Phase phase = Phase::Checksum;
    int run = 0; ///< from 0, of the phase
    int runs = 0;
    int step = 0; ///< completed ones of this run
    int steps = 0;
    double fraction = 0; ///< of the phase Checksum, then of all runs of the test
    std::optional<double> secondsLeft; ///< of all runs of the test; nothing before the first step
};

/// "Run 2 of 3, step 17 of 32, 45 %, 1 min 20 s left"; where there are several tests, with "Test 1 of 4: " before it.
QString progressText(const Progress& progress);

} // namespace lacuna::benchmark
