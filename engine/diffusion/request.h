// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace lacuna::diffusion {

/// How the positions that a step commits are ranked.
enum class Remasking {
    LowConfidence, ///< the most confident first
    Random, ///< in random order
};

/// The parameters of LLaDA's generate.py by their names there, and what Lacuna adds to them. Any lengths work.
struct GenerationRequest {
    std::vector<TokenId> prompt; ///< never changed; a mask id in it is text. May be empty
    /// Answer positions with a given id, never changed; empty, or genLength entries. The mask id means a gap.
    std::vector<std::optional<TokenId>> fixed;
    int genLength = 128; ///< positions of the answer, ≥ 0
    int blockLength = 32; ///< ≥ 1; blocks are filled one after the other, the last may be shorter
    /// ≥ 1, over the whole answer; distributed over the blocks, see schedule.h. Nothing: two tokens a step. One a step
    /// is what the models were published with, and takes twice the time.
    std::optional<int> steps;
    double temperature = 0; ///< ≥ 0; 0: the most probable token
    double cfgScale = 0; ///< ≥ 0; above 0 a second pass runs without the prompt: u + (scale + 1)·(c − u)
    Remasking remasking = Remasking::LowConfidence;
    bool logitsEosInf = false; ///< EOS never comes out
    bool confidenceEosEotInf = false; ///< EOS and EOT may be chosen, but are committed last
    /// Named mode "threshold", 0 … 1: a step commits every position of the block with at least this confidence, and the
    /// best one in any case. The number of steps then follows from the confidences.
    std::optional<double> threshold;
    bool stopAtEnd = true; ///< stop after a block into which an end token was generated
    quint64 seed = 0; ///< of temperature and random remasking; the same seed gives the same answer
};

/// What the algorithm must know about the vocabulary.
struct VocabularyFacts {
    int size = 0; ///< logits of a position
    TokenId mask = -1; ///< required; forbidden whether listed or not
    TokenId eos = -1; ///< -1: none, so for eot
    TokenId eot = -1;
    std::vector<TokenId> endTokens; ///< a block into which one of these was generated is the last
    std::vector<TokenId> forbidden; ///< never come out: the mask, UNUSED ids, ids beyond the tokenizer; any order
};

/// What a generation gave.
struct GenerationResult {
    std::vector<TokenId> answer; ///< genLength ids; the mask id where a stop or an early end left a position open
    QString mode; ///< "exact" (as generate.py decides), or the mode that traded exactness for speed: "threshold 0.9"
    int steps = 0; ///< that were completed
    int forwards = 0;
    qint64 rowsComputed = 0; ///< positions that went through the transformer, over all forwards
    bool stopped = false; ///< by the stop token: the answer holds what was there
    bool endedEarly = false; ///< the blocks after one with an end token were not run
    QStringList notices; ///< how the request was read where it could not be taken as it stands, in sentences
};

/// Ids that cannot come out, ascending and distinct: the vocabulary's, the mask, and EOS where the request says so.
std::vector<TokenId> forbiddenIds(const GenerationRequest& request, const VocabularyFacts& vocabulary);

/// A request as the generator runs it.
struct CheckedRequest {
    GenerationRequest request; ///< corrected
    QStringList notices; ///< what was corrected, in sentences
};

/// Corrects what has an obvious meaning and says so; refuses (InvalidArgument) what has none, with a sentence: negative
/// or non-finite numbers, ids outside the vocabulary, `fixed` of another length, a canvas longer than `maxPositions`.
Result<CheckedRequest> checkRequest(GenerationRequest request, const VocabularyFacts& vocabulary, int maxPositions);

} // namespace lacuna::diffusion
