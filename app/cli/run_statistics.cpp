// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/run_statistics.h"

#include <algorithm>
#include <numeric>

namespace lacuna::cli {

using diffusion::PositionFrame;
using diffusion::PositionState;

QByteArray RunStatistics::heading()
{
    return "  step block  new masks  rows  forward ms  sampling ms  busy\n";
}

QByteArray RunStatistics::step(const diffusion::StepFrame& frame)
{
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
