// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/generator.h"
#include "session/model_session.h"

#include <QByteArray>

namespace lacuna::cli {

/// A generation as lines of JSON, one event a line. Every event has "event":
///
/// "start": "prompt_ids", and the request as it was read: "gen_length", "block_length", "steps" (null: two tokens a
/// step), "temperature",
///   "cfg_scale", "remasking", "logits_eos_inf", "confidence_eos_eot_inf", "threshold" (null: off), "stop_at_end",
///   "seed" (a string: 64 bits are too many for JSON numbers); "threads".
/// "step": "step" (from 0), "steps" (planned), "block" (from 0), "blocks", "block_begin", "block_end" (positions of the
///   answer), "ids" (the answer; the mask id where masked), "masks" (positions still masked), "committed" (what settled
///   in this step: "position", "id", "text", "confidence", "candidates" of "id", "text", "probability"), "forward_ms",
///   "sampling_ms", "forwards", "rows" (through the transformer), "busy" (per thread, 0 … 1).
/// "end": "text", "ids", "mode", "stopped" (by the user), "ended_early" (at an end token), "steps", "forwards", "rows",
///   "visible_tokens", "seconds", "notices" (sentences).
///
/// "text" of a token is its bytes as UTF-8, with U+FFFD for incomplete characters.
class JsonEvents {
public:
    explicit JsonEvents(const session::ModelSession& session);

    QByteArray start(const diffusion::GenerationRequest& request) const;
    QByteArray step(const diffusion::StepFrame& frame) const;
    QByteArray end(const diffusion::GenerationResult& result, double seconds) const;

private:
    QString tokenText(TokenId id) const;

    const session::ModelSession& m_session;
};

} // namespace lacuna::cli
