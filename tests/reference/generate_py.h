// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ids.h"

#include <functional>
#include <span>
#include <vector>

namespace lacuna::reference {

/// Parameters of LLaDA's generate.py by their names there, at temperature 0 and with remasking by low confidence.
struct GenerateRequest {
    Ids prompt; ///< never changed; a mask id in it is text
    int genLength = 128;
    int blockLength = 32;
    int steps = 128;
    double cfgScale = 0;
    bool logitsEosInf = false;
    bool confidenceEosEotInf = false;
    bool stopAtEnd = true; ///< extension: stop after a block that contains an end token
};

/// What the algorithm must know of the vocabulary.
struct Vocabulary {
    int size = 0;
    TokenId mask = -1;
    TokenId eos = -1; ///< -1: none, so for eot
    TokenId eot = -1;
    std::vector<TokenId> ends; ///< a block that contains one of these is the last
    std::vector<TokenId> forbidden; ///< extension: never chosen; the mask, UNUSED ids
};

/// A position that a step did not commit, though it might have.
struct Runner {
    int position; ///< of the answer
    double logConfidence;
};

/// What a step committed, and by how much each decision was won. A gap near 0 is a tie: rounding may decide it
/// otherwise.
struct Step {
    static constexpr std::size_t runnersKept = 3;

    std::vector<int> positions; ///< of the answer, ascending
    Ids ids; ///< one for each
    Ids seconds; ///< the second best token, one for each
    std::vector<double> tokenGaps; ///< log-probability of the token minus that of the second best, one for each
    std::vector<double> logConfidences; ///< one for each
    std::vector<Runner> left; ///< the most confident positions that were left, the first ones
    double selectionGap; ///< log-confidence of the last selected minus that of the first left; infinite if none is left
    double otherTokenGap; ///< the least token gap of the positions that were left; infinite if none is
};

struct GenerateResult {
    Ids answer; ///< genLength ids, the mask id where an early stop left it
    std::vector<Step> trace;
};

/// Logits of all positions: canvas.size() × Vocabulary::size, row-major, valid until the next call.
using Network = std::function<std::span<const float>(const Ids& canvas)>;

/// LLaDA's sampling loop, written down from its published description, with three extensions: ids that are no text get
/// −∞ before anything else (Vocabulary::forbidden), the early stop (GenerateRequest::stopAtEnd), and any lengths
/// (blockSteps()). Where confidences are equal the lowest position is committed first, where logits are equal the
/// lowest id.
GenerateResult generate(const GenerateRequest& request, const Vocabulary& vocabulary, const Network& network);

/// Steps of block `index` of `blocks`, for a block of `masks` positions: the total is split evenly, earlier blocks get
/// the remainder; at least 1, and at most one for each mask. With lengths that generate.py accepts it gives the same.
int blockSteps(int steps, int blocks, int index, int masks);

} // namespace lacuna::reference
