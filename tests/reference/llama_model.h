// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arguments.h"
#include "ids.h"

#include <llama.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lacuna::reference {

/// How libllama is to compute.
struct LlamaOptions {
    std::string model; ///< path of the GGUF file
    std::string backend; ///< path of a libggml-cpu-*.so; empty: the one that ggml picks for this machine
    int threads = 2;
    bool extraBuffers = false; ///< weights repacked for this machine (AMX and the like): faster, other rounding

    /// --model, --backend, --threads, --extra-buffers.
    static LlamaOptions parse(Arguments& arguments);
    static constexpr const char* extraBuffersFlag = "--extra-buffers";
};

/// A diffusion model as llama.cpp computes it: every position sees all others, no cache, no flash attention (which
/// would round keys and values to f16), the whole canvas in one micro-batch.
class LlamaModel {
public:
    /// `maxLength`: of the sequences to come.
    LlamaModel(const LlamaOptions& options, int maxLength);

    int vocabulary() const { return llama_vocab_n_tokens(m_vocabulary); }
    const llama_vocab* vocab() const { return m_vocabulary; }

    /// Logits of all positions: ids.size() × vocabulary(), row-major, valid until the next call.
    std::span<const float> logits(const Ids& ids);

    /// What computed, as members of a JSON object without the braces: versions, CPU backend, features, settings.
    std::string description() const;

private:
    struct Free {
        void operator()(llama_model* model) const { llama_model_free(model); }
        void operator()(llama_context* context) const { llama_free(context); }
    };

    LlamaOptions m_options;
    std::string m_backend; ///< file name of the CPU backend
    std::unique_ptr<llama_model, Free> m_model;
    std::unique_ptr<llama_context, Free> m_context;
    const llama_vocab* m_vocabulary = nullptr;
};

} // namespace lacuna::reference
