// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "benchmark/peer.h"
#include "diffusion/step_frame.h"
#include "error.h"
#include "gguf/file.h"
#include "widgets/models/benchmark/progress.h"
#include "widgets/models/benchmark/record.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace lacuna::benchmark {

/// What to measure.
struct Plan {
    /// As wanted: `threads` 0 is one a physical core; `promptTokens` is read for the filler only; `mode` not at all.
    Settings settings;
    QString customPrompt; ///< text of the prompt "custom"
    std::optional<double> threshold; ///< the named mode, see GenerationRequest
    std::vector<PeerCommand> peers;
};

struct Observers {
    std::function<void(const Progress&)> progress;
    std::function<void(const diffusion::StepFramePtr&)> frame;
};

/// Runs the plan on the calling thread. After a requested stop the record holds what was measured until then, and says
/// so. Errors: whatever the model, the engine and the peers say; Cancelled where no step had been counted yet.
Result<Record> measure(const std::shared_ptr<const gguf::File>& file, const ModelInfo& model, const Plan& plan,
                       const Observers& observers, const std::stop_token& stop);

} // namespace lacuna::benchmark
