// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/random.h"
#include "error.h"

#include <array>
#include <limits>
#include <span>

namespace lacuna::diffusion {

/// Gumbel noise of one row: temperature > 0, and where its random numbers come from.
struct GumbelNoise {
    double temperature;
    CounterRandom random;
};

/// What a piece of a row of logits says about softmax, its greatest values and the choice. Pieces that follow one
/// another can be joined, so a long row can be read by several threads, once.
struct RowSummary {
    static constexpr float kLowest = -std::numeric_limits<float>::infinity();

    struct Entry {
        float logit = kLowest;
        TokenId id = -1;
    };

    std::array<Entry, 5> top; ///< greatest first, of equal logits the lower id first
    double sum = 0; ///< of exp(logit − top[0].logit)
    double score = -std::numeric_limits<double>::infinity(); ///< greatest logit with noise; without noise as top[0]
    Entry choice; ///< where it is; of equal scores the lowest id
    bool usable = true; ///< no NaN and no +∞ seen

    /// Adds the piece that follows this one.
    void join(const RowSummary& next);
};

/// Reads a piece of a row whose first logit belongs to `firstId`. `noise` is null for temperature 0.
RowSummary summarise(std::span<const float> logits, TokenId firstId, const GumbelNoise* noise);

} // namespace lacuna::diffusion
