// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// INTERFACE SKETCH, the owner of model/ completes it.

#include "error.h"
#include "gguf/file.h"
#include "runtime/thread_pool.h"

#include <memory>
#include <span>
#include <stop_token>

namespace lacuna::model {

/// Sizes of a transformer, read from `{arch}.*` and checked: every divisor is ≥ 1, every product fits.
struct Hyperparameters {
    int layers = 0; ///< block_count
    int width = 0; ///< embedding_length
    int heads = 0; ///< attention.head_count
    int kvHeads = 0; ///< attention.head_count_kv
    int headSize = 0; ///< width / heads
    int ffn = 0; ///< feed_forward_length
    int vocabulary = 0; ///< rows of token_embd
    int context = 0; ///< context_length
    float rmsEpsilon = 0;
    float ropeBase = 0;
    int ropeDimensions = 0;
};

/// Keys and values of every position of a canvas, per layer: layers × positions × (kvHeads · headSize), twice.
class KvStore;

/// Rows to compute. All spans have one entry a row, except logitRows.
struct ForwardBatch {
    std::span<const TokenId> tokens;
    std::span<const int> positions; ///< slot in the K/V store, and RoPE position; distinct
    std::span<const int> logitRows; ///< indices into the rows whose logits are wanted, ascending
};

struct MemoryEstimate {
    quint64 weights = 0; ///< mapped bytes
    quint64 kv = 0;
    quint64 buffers = 0;
    quint64 total() const { return weights + kv + buffers; }
};

/// A transformer whose weights lie in a mapped GGUF file. Not thread-safe: one forward at a time.
class Transformer {
public:
    /// Checks everything that the forward pass will rely on: architecture, keys, tensors' shapes and types.
    static Result<std::unique_ptr<Transformer>> load(std::shared_ptr<const gguf::File> file, runtime::ThreadPool& pool);
    /// What a canvas of `positions` would need, `logitRows` of them read; before any load.
    static Result<MemoryEstimate> estimate(const gguf::File& file, int positions, int logitRows);

    virtual ~Transformer() = default;
    virtual const Hyperparameters& hyperparameters() const = 0;
    /// Computes the batch's rows against all positions of `store` (non-causal), storing their K and V there.
    /// `logits`: logitRows.size() × vocabulary, row-major. Error::Cancelled within 50 ms of a requested stop.
    virtual Result<void> forward(const ForwardBatch& batch, KvStore& store, std::span<float> logits, std::stop_token stop) = 0;
};

} // namespace lacuna::model
