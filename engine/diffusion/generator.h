// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// INTERFACE SKETCH, the owner of diffusion/ completes it.

#include "diffusion/step_frame.h"
#include "runtime/thread_pool.h"

#include <QStringList>

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace lacuna::diffusion {

enum class Remasking { LowConfidence, Random };

/// LLaDA's generate.py parameters, with its names; defaults are the program's.
struct GenerationRequest {
    std::vector<TokenId> prompt; ///< never changed; mask ids in it are text
    std::vector<std::optional<TokenId>> fixed; ///< answer positions with a given id; empty or genLength entries
    int genLength = 128;
    int blockLength = 32;
    int steps = 128;
    double temperature = 0;
    double cfgScale = 0;
    Remasking remasking = Remasking::LowConfidence;
    bool logitsEosInf = false;
    bool confidenceEosEotInf = false;
    std::optional<double> threshold; ///< named mode: commit all with confidence ≥ it, at least one
    bool stopAtEnd = true; ///< stop after a block that contains an end token
    quint64 seed = 0;
};

/// What the algorithm must know about the vocabulary.
struct VocabularyFacts {
    int size = 0; ///< logits per row
    TokenId mask = -1;
    TokenId eos = -1;
    TokenId eot = -1;
    std::vector<TokenId> endTokens; ///< a block that holds one of these is the last
    std::vector<bool> forbidden; ///< size entries: never comes out (mask, UNUSED, beyond the tokenizer)
};

/// The network as the algorithm sees it: ids in, logits of some rows out.
class Predictor {
public:
    virtual ~Predictor() = default;
    /// Full pass over `canvas`; writes logits of the wanted rows (ascending positions) to `logits`, rows.size() × vocabulary,
    /// row-major. Error::Cancelled when stopped.
    virtual Result<void> predict(std::span<const TokenId> canvas, std::span<const int> rows, std::span<float> logits,
                                 std::stop_token stop)
        = 0;
};

struct GenerationResult {
    std::vector<TokenId> answer; ///< genLength ids; the mask id where a stop left it
    int steps = 0;
    int forwards = 0;
    qint64 rowsComputed = 0;
    bool stopped = false; ///< by the stop token: the answer holds what was there
    bool endedEarly = false; ///< a block contained an end token
    QStringList notices; ///< corrections of the request, in words
};

using Observer = std::function<void(StepFramePtr)>;

class Generator {
public:
    Generator(Predictor& predictor, VocabularyFacts vocabulary, runtime::ThreadPool& pool);
    Result<GenerationResult> run(const GenerationRequest& request, const Observer& observer, std::stop_token stop);
};

} // namespace lacuna::diffusion
