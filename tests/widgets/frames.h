// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/step_frame.h"
#include "widgets/models/answer.h"

namespace lacuna::test {

/// A frame of `count` positions in one block, of which the first `settled` have the ids 0, 1, 2, … and the rest are
/// masked.
inline std::shared_ptr<diffusion::StepFrame> makeFrame(int step, int count, int settled)
{
    auto frame = std::make_shared<diffusion::StepFrame>();
    frame->step = step;
    frame->steps = count;
    frame->blocks = 1;
    frame->blockEnd = count;
    frame->forwardMs = 8;
    frame->samplingMs = 1;
    frame->rowsComputed = count;
    frame->forwards = 1;
    frame->busyFractions = {0.9f, 0.8f};
    frame->positions.resize(size_t(count));
    for (int i = 0; i < count; ++i) {
        diffusion::PositionFrame& position = frame->positions[size_t(i)];
        position.confidence = 0.5f + float(i % 50) / 100;
        position.candidates[0] = {i, position.confidence};
        position.candidates[1] = {i + 1, 0.1f};
        if (i >= settled)
            continue;
        position.id = i;
        position.state = i == settled - 1 ? diffusion::PositionState::New : diffusion::PositionState::Settled;
        position.settledStep = i == settled - 1 ? step : 0;
    }
    return frame;
}

/// " w0", " w1", …
inline models::Piece wordPiece(TokenId id)
{
    return {" w" + QByteArray::number(id), false};
}

} // namespace lacuna::test
