// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace lacuna::benchmark {

/// How long a measurement will still take, judged by what its steps and its peers took so far.
class TimeLeft {
public:
    TimeLeft() = default;
    TimeLeft(int runs, int stepsPerRun, int peerCalls);

    void stepDone(double ms);
    void runDone(); ///< perhaps after fewer steps than planned
    void peerDone(double ms);

    double fraction() const; ///< of the whole time, 0 … 1
    std::optional<double> seconds() const; ///< nothing before the first step

private:
    double msLeft() const;

    int m_runsLeft = 0; ///< the present one included
    int m_stepsPerRun = 0;
    int m_stepsOfRun = 0; ///< done in the present one
    int m_peersLeft = 0;
    int m_stepsDone = 0;
    int m_peersDone = 0;
    double m_stepsMs = 0;
    double m_peersMs = 0;
};

} // namespace lacuna::benchmark
