// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/request.h"
#include "diffusion/row_summary.h"
#include "diffusion/step_frame.h"
#include "kernels/matrix.h"
#include "runtime/part_clock.h"

#include <span>
#include <thread>

namespace lacuna::diffusion {

/// What the logits of one position gave.
struct Choice {
    TokenId id = -1; ///< the token to put there
    double probability = 0; ///< of `id`: softmax, in double, of the logits without noise or temperature
    std::array<Candidate, 5> candidates; ///< the most probable ids, most probable first
};

/// Turns logits into choices, in this order: guidance; forbidden ids (and EOS, if asked) to −∞; the greatest of logit
/// or, with a temperature T, of logit − T·ln(−ln u) with u uniform (Gumbel-max in log space, in double); softmax
/// without noise at that choice. Of equal values the lower id is taken. Rows are cut into pieces of fixed size whose
/// results are joined in order (see LogitReader), so that the result does not depend on the number of threads.
class Sampler {
public:
    /// `request` has passed checkRequest().
    Sampler(const GenerationRequest& request, const VocabularyFacts& vocabulary);

    /// Ids of the pieces in which logits are read; depends on the vocabulary alone, so that results do.
    int pieceIds() const;
    /// What decides the order in which a step's positions are committed, greatest first: the choice's probability, or a
    /// random number; −∞ for EOS and EOT where they are to come last.
    double rank(const Choice& choice, int position, int step) const;

private:
    friend class LogitReader;
    RowSummary readPiece(std::span<float> logits, const float* unconditional, TokenId firstId, int position,
                         int step) const;

    size_t m_vocabulary;
    std::vector<TokenId> m_forbidden; // ascending
    std::vector<TokenId> m_last; // ids that are committed last
    double m_temperature;
    float m_guidance; // cfg_scale + 1
    quint64 m_seed;
    bool m_randomOrder;
};

/// Makes choices of the logits of some rows, which come piece by piece.
class LogitReader {
public:
    /// `positions` (of the rows) and `step` tell rows apart for the random numbers. All arguments must outlive the
    /// reader. To be made by the thread that has the clock: what that thread reads counts as its time for sampling.
    LogitReader(const Sampler& sampler, std::span<const int> positions, int step, runtime::PartClock& clock);

    /// Reads, and changes, the logits of a piece: sampler.pieceIds() ids (fewer at the vocabulary's end) from
    /// `firstId`, a multiple of so many. A row a position, with guidance followed by as many of the pass without the
    /// prompt. Any thread may read any piece.
    void read(TokenId firstId, kernels::Matrix logits);
    /// The choices, once all pieces have been read. Errors: Malformed where a row holds NaN, +∞ or nothing above −∞.
    Result<void> choose(std::span<Choice> choices);

private:
    const Sampler& m_sampler;
    std::span<const int> m_positions;
    int m_step;
    runtime::PartClock& m_clock;
    std::thread::id m_thread = std::this_thread::get_id();
    std::vector<RowSummary> m_pieces; ///< positions × pieces of a row
};

} // namespace lacuna::diffusion
