// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmark/time_left.h"

#include <algorithm>

namespace lacuna::benchmark {

TimeLeft::TimeLeft(int runs, int stepsPerRun, int peerCalls)
    : m_runsLeft(runs)
    , m_stepsPerRun(stepsPerRun)
    , m_peersLeft(peerCalls)
{
}

void TimeLeft::stepDone(double ms)
{
    ++m_stepsOfRun;
    ++m_stepsDone;
    m_stepsMs += ms;
}

void TimeLeft::runDone()
{
    m_runsLeft = std::max(0, m_runsLeft - 1);
    m_stepsOfRun = 0;
}

void TimeLeft::peerDone(double ms)
{
    m_peersLeft = std::max(0, m_peersLeft - 1);
    ++m_peersDone;
    m_peersMs += ms;
}

double TimeLeft::msLeft() const
{
    const double stepMs = m_stepsDone > 0 ? m_stepsMs / m_stepsDone : 0;
    // a peer that has not been called yet probably takes as long as a run of ours
    const double peerMs = m_peersDone > 0 ? m_peersMs / m_peersDone : stepMs * m_stepsPerRun;
    const int stepsLeft = std::max(0, m_runsLeft * m_stepsPerRun - m_stepsOfRun);
    return stepsLeft * stepMs + m_peersLeft * peerMs;
}

double TimeLeft::fraction() const
{
    const double done = m_stepsMs + m_peersMs;
    return done > 0 ? done / (done + msLeft()) : 0;
}

std::optional<double> TimeLeft::seconds() const
{
    return m_stepsDone > 0 ? std::optional(msLeft() / 1000) : std::nullopt;
}

} // namespace lacuna::benchmark
