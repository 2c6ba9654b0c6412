// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <stop_token>
#include <vector>

namespace lacuna::benchmark {

/// Another engine's measuring program, as the user would call it. Split into words at blanks (double
/// quotes keep words together); no shell sees it.
struct PeerCommand {
    enum class Kind {
        LlamaBench, ///< prints llama-bench's JSON (`-o json`)
        Step, ///< prints milliseconds of a step: numbers, or an object with "wallMs"
    };
    Kind kind = Kind::LlamaBench;
    QString line;
};

/// What one call told.
struct PeerSample {
    QString name; ///< of the program
    QString version;
    std::optional<int> threads;
    std::optional<int> rows; ///< through the transformer in a step
    std::vector<double> stepMs; ///< at least one, each above 0
};

/// Calls it once. Errors: InvalidArgument where the program cannot be started, Io where it fails, Malformed where it
/// prints something else (all with a sentence), Cancelled.
Result<PeerSample> runPeer(const PeerCommand& command, int rows, const std::stop_token& stop);

/// The prompt test of llama-bench's JSON: the one over so many rows, else the first.
Result<PeerSample> readLlamaBench(const QByteArray& output, int rows);
/// Numbers between blanks, or time_step's object.
Result<PeerSample> readStepTimes(const QByteArray& output);

} // namespace lacuna::benchmark
