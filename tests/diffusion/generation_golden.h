// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"

#include <QByteArray>

#include <utility>
#include <vector>

namespace lacuna::support {

/// What one step committed: positions of the answer, ascending, and their ids.
struct StepTrace {
    std::vector<int> positions;
    std::vector<TokenId> ids;

    bool operator==(const StepTrace&) const = default;
};

/// A step of the reference, and how clearly its decisions were won.
struct ReferenceStep {
    StepTrace committed;
    std::vector<double> tokenGaps; ///< log-probability of each token less that of the second best
    std::vector<double> logConfidences;
    std::vector<std::pair<int, double>> left; ///< up to three positions that came next, and their log-confidences

    /// How clearly the reference won what `ours` decided otherwise, in log-probability: the worst of the tokens and of
    /// the positions exchanged; at least that, where `ours` is further off than the reference's notes reach.
    double margin(const StepTrace& ours) const;
};

/// One generation of the reference: generate.py's greedy algorithm over llama.cpp's logits.
struct ReferenceRun {
    std::vector<TokenId> prompt;
    int genLength = 0;
    int blockLength = 0;
    int steps = 0;
    double cfgScale = 0;
    std::vector<TokenId> answer; ///< without early stop
    std::vector<ReferenceStep> trace;
    std::vector<TokenId> ends; ///< end tokens for the run with early stop
    std::vector<TokenId> stoppedAnswer; ///< the mask id beyond the stop
    int stoppedSteps = 0;

    QByteArray name() const; ///< its parameters, for messages
};

/// tests/data/parity/NAME.generation.json; README.md there tells how it was made.
struct GenerationGolden {
    QByteArray sha256; ///< of the model's file
    double spread = 0; ///< RMS difference of the logits between two CPU backends of the reference
    std::vector<ReferenceRun> runs;
};

/// Errors: Io; Malformed where there are no runs in it.
Result<GenerationGolden> readGenerationGolden(const QByteArray& model);

} // namespace lacuna::support
