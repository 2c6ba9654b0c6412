// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/request.h"
#include "diffusion/step_frame.h"
#include "runtime/thread_pool.h"

#include <span>
#include <stop_token>

namespace lacuna::diffusion {

struct RowSummary;

/// What the logits of one position gave.
struct Choice {
    TokenId id = -1; ///< the token to put there
    double probability = 0; ///< of `id`: softmax, in double, of the logits without noise or temperature
    std::array<Candidate, 5> candidates; ///< the most probable ids, most probable first
};

/// Turns logits into choices, in this order: guidance; forbidden ids (and EOS, if asked) to −∞; the greatest of logit
/// or, with a temperature T, of logit − T·ln(−ln u) with u uniform (Gumbel-max in log space, in double); softmax
/// without noise at that choice. Of equal values the lower id is taken. Rows are cut into pieces of fixed size whose
/// results are joined in order, so that the result does not depend on the number of threads.
class Sampler {
public:
    /// `request` has passed checkRequest(); `pool` must outlive the sampler.
    Sampler(const GenerationRequest& request, const VocabularyFacts& vocabulary, runtime::ThreadPool& pool);

    /// Chooses for the rows of `logits` (positions.size() × vocabulary size, row-major; overwritten). `unconditional`:
    /// the logits of the pass without the prompt, of the same shape, with guidance, else empty. `positions` and `step`
    /// tell rows apart for the random numbers. Errors: Cancelled; Malformed where a row holds NaN, +∞ or nothing above
    /// −∞.
    Result<void> sample(std::span<float> logits, std::span<const float> unconditional, std::span<const int> positions,
                        int step, std::span<Choice> choices, std::stop_token stop);

    /// What decides the order in which a step's positions are committed, greatest first: the choice's probability, or a
    /// random number; −∞ for EOS and EOT where they are to come last.
    double rank(const Choice& choice, int position, int step) const;

private:
    RowSummary readPiece(std::span<float> logits, std::span<const float> unconditional, TokenId firstId, int position,
                         int step) const;

    size_t m_vocabulary;
    std::vector<TokenId> m_forbidden; // ascending
    std::vector<TokenId> m_last; // ids that are committed last
    double m_temperature;
    float m_guidance; // cfg_scale + 1
    quint64 m_seed;
    bool m_randomOrder;
    runtime::ThreadPool& m_pool;
};

} // namespace lacuna::diffusion
