// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/request.h"
#include "diffusion/sampler.h"
#include "diffusion/step_frame.h"

#include <span>

namespace lacuna::diffusion {

/// The ids that the network sees, prompt and answer, and where every position of the answer stands. Which positions are
/// open is remembered apart from the ids, so a mask id that was given stays what it is: text.
class Canvas {
public:
    /// `request` has passed checkRequest().
    Canvas(const GenerationRequest& request, TokenId mask);

    int promptLength() const { return m_promptLength; }
    std::span<const TokenId> ids() const { return m_ids; }
    /// The same with everything that was given (the prompt, fixed ids) replaced by the mask: the second pass of
    /// guidance.
    std::span<const TokenId> unconditionalIds() const { return m_unconditionalIds; }
    std::span<const TokenId> answer() const { return ids().subspan(size_t(m_promptLength)); }

    /// One entry per answer position: whether it is still to be filled.
    std::vector<bool> open() const;
    /// Answer positions in [begin, end) that are still to be filled, ascending.
    std::vector<int> openPositions(int begin, int end) const;

    /// Call before a step's notes and commits: what was new has settled.
    void beginStep();
    /// Keeps for views what the step computed for an open position.
    void note(int position, const Choice& choice);
    /// Fills an open position of the answer, for good.
    void commit(int position, const Choice& choice, int step);

    const std::vector<PositionFrame>& positions() const { return m_positions; }

private:
    int m_promptLength;
    std::vector<TokenId> m_ids;
    std::vector<TokenId> m_unconditionalIds;
    std::vector<PositionFrame> m_positions;
};

} // namespace lacuna::diffusion
