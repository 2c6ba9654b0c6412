// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "runtime/part_clock.h"

#include <array>
#include <memory>
#include <vector>

namespace lacuna::diffusion {

/// Where a canvas position stands after a step.
enum class PositionState : quint8 {
    Masked, ///< still to be filled
    New, ///< settled in this step
    Settled, ///< settled in an earlier step
    Changed, ///< settled earlier, another token since this step (modes that edit)
    Fixed, ///< given: prompt or a fixed id; never changed
};

struct Candidate {
    TokenId id = -1; ///< -1: none
    float probability = 0; ///< softmax of the un-noised logits
};

/// One position of the canvas as a view needs it.
struct PositionFrame {
    TokenId id = -1; ///< the mask id while masked
    PositionState state = PositionState::Masked;
    float confidence = 0; ///< probability of the token when it settled, of the present choice while masked
    int settledStep = -1; ///< step in which it settled, -1 before
    std::array<Candidate, 5> candidates; ///< most probable first; a settled position keeps those of its step
};

/// What one denoising step did: everything that views show, and nothing else. Immutable once published.
struct StepFrame {
    int step = 0; ///< from 0, over the whole generation
    int steps = 0; ///< planned in all; with a threshold the most that there can be
    int block = 0; ///< from 0
    int blocks = 0;
    int blockBegin = 0; ///< first position of the active block, in `positions`
    int blockEnd = 0; ///< one past its last
    int promptLength = 0; ///< positions before the answer
    std::vector<PositionFrame> positions; ///< the answer's part of the canvas, gen_length of them
    double forwardMs = 0;
    double samplingMs = 0;
    int rowsComputed = 0; ///< rows that went through the transformer, over all forwards of the step
    int forwards = 0; ///< 1, or 2 with CFG
    std::vector<float> busyFractions; ///< per worker thread: busy time / step time
    runtime::PartTimes partTimes = {}; ///< what the step's time went into
};

using StepFramePtr = std::shared_ptr<const StepFrame>;

} // namespace lacuna::diffusion
