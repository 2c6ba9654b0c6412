// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/run_statistics.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace lacuna::cli {

using diffusion::PositionFrame;
using diffusion::PositionState;

namespace {

const char* nameOf(runtime::Part part)
{
    switch (part) {
    case runtime::Part::Other:
        return "other";
    case runtime::Part::Quantisation:
        return "quantisation";
    case runtime::Part::QueryKeyValue:
        return "query, key, value";
    case runtime::Part::Attention:
        return "attention";
    case runtime::Part::AttentionOutput:
        return "attention output";
    case runtime::Part::GateUp:
        return "gate, up";
    case runtime::Part::Down:
        return "down";
    case runtime::Part::Norms:
        return "norms";
    case runtime::Part::Head:
        return "head";
    case runtime::Part::Sampling:
        return "sampling";
    }
    return "";
}

} // namespace

QByteArray RunStatistics::heading()
{
    return "  step block  new masks  rows  forward ms  sampling ms  busy\n";
}

QByteArray RunStatistics::step(const diffusion::StepFrame& frame)
{
    ++m_steps;
    std::transform(m_partTimes.begin(), m_partTimes.end(), frame.partTimes.begin(), m_partTimes.begin(), std::plus());
    const auto inState = [&frame](PositionState state) {
        return std::count_if(frame.positions.begin(), frame.positions.end(),
                             [state](const PositionFrame& position) { return position.state == state; });
    };
    const float busy = std::accumulate(frame.busyFractions.begin(), frame.busyFractions.end(), 0.F)
        / float(std::max<size_t>(1, frame.busyFractions.size()));
    return QString::asprintf("%6d %5d %4d %5d %5d %11.2f %12.2f %4.0f%%\n", frame.step + 1, frame.block + 1,
                             int(inState(PositionState::New)), int(inState(PositionState::Masked)), frame.rowsComputed,
                             frame.forwardMs, frame.samplingMs, double(busy) * 100)
        .toUtf8();
}

QByteArray RunStatistics::parts() const
{
    const double whole = double(std::accumulate(m_partTimes.begin(), m_partTimes.end(), quint64(0)));
    QByteArray text = "part                  ms a step   share\n";
    for (size_t part = 0; part < runtime::partCount; ++part) {
        const double nanoseconds = double(m_partTimes[part]);
        text += QString::asprintf("%-20s %10.2f %6.1f%%\n", nameOf(runtime::Part(part)),
                                  nanoseconds * 1e-6 / std::max(1, m_steps), 100 * nanoseconds / std::max(1.0, whole))
                    .toUtf8();
    }
    return text;
}

QByteArray RunStatistics::summary(const diffusion::GenerationResult& result, int visibleTokens, double loadSeconds,
                                  double seconds)
{
    return QString::asprintf("mode %s: %d steps, %d forwards, %lld rows in %.3f s (and %.3f s to load); "
                             "%d visible tokens, %.2f a second\n",
                             qPrintable(result.mode), result.steps, result.forwards, result.rowsComputed, seconds,
                             loadSeconds, visibleTokens, double(visibleTokens) / std::max(seconds, 1e-9))
        .toUtf8();
}

} // namespace lacuna::cli
