// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "gguf/file.h"
#include "kernels/linear.h"
#include "model/hyperparameters.h"
#include "model/kv_store.h"
#include "runtime/thread_pool.h"

#include <QStringList>

#include <memory>
#include <span>
#include <stop_token>

namespace lacuna::model {

/// Rows to compute. `tokens` and `positions` have one entry a row.
struct ForwardBatch {
    std::span<const TokenId> tokens; ///< each in [0, vocabulary)
    std::span<const int> positions; ///< slot in the store, and RoPE position; in [0, store.positions()), distinct
    std::span<const int> hiddenRows; ///< indices into the rows whose result is wanted, strictly ascending; may be empty
};

/// Bytes that running a model takes.
struct MemoryEstimate {
    quint64 weights = 0; ///< mapped from the file; the operating system may drop and reload them
    quint64 kv = 0; ///< the K/V store
    quint64 buffers = 0; ///< activations
    quint64 total() const { return weights + kv + buffers; }
};

/// A transformer whose weights lie in a mapped GGUF file. Not thread-safe: one forward at a time.
/// The same batch gives the same result to the bit, for any number of threads.
class Transformer {
public:
    /// Checks everything that the forward pass will rely on: architecture, keys, tensors' shapes and types.
    /// Reads no weights but the norms'. Refuses, too, where LACUNA_ISA asks for an instruction set that there is not
    /// (see kernels/isa.h). `pool` must outlive the transformer.
    static Result<std::unique_ptr<Transformer>> load(std::shared_ptr<const gguf::File> file, runtime::ThreadPool& pool);
    /// What a full pass over `positions` rows would take, with logits that come in pieces; needs no load. Errors as
    /// load().
    static Result<MemoryEstimate> estimate(const gguf::File& file, int positions,
                                           KvStore::Keep keep = KvStore::Keep::CurrentLayer);

    ~Transformer();
    Q_DISABLE_COPY_MOVE(Transformer)

    const Hyperparameters& hyperparameters() const;
    QStringList warnings() const; ///< what was tolerated at load, in sentences

    /// Computes the batch's rows against all positions of `store` (non-causal), storing their keys and values there;
    /// a full pass is a batch of all positions. The last layer does no work for rows outside hiddenRows.
    /// `hidden`: hiddenRows.size() × width, row-major: what head() makes logits of, after the output norm.
    /// Errors: InvalidArgument for a batch that breaks the rules of ForwardBatch or leaves positions that were never
    /// computed; Cancelled within 50 ms of a requested stop; Io where the file changed on disk since it was opened.
    Result<void> forward(const ForwardBatch& batch, KvStore& store, std::span<float> hidden, std::stop_token stop);
    /// Logits of any number of hidden rows, in pieces of `pieceIds` ids (fewer at the end), each of them to one call on
    /// some thread of the pool: use(first id, (hidden.size() / width) × so many logits), which are gone afterwards.
    /// Errors as forward(); what `use` has got is worth nothing then.
    Result<void> head(std::span<const float> hidden, int pieceIds, kernels::UsePiece use, std::stop_token stop);
    /// All of them: `logits` is (hidden.size() / width) × vocabulary, row-major.
    Result<void> head(std::span<const float> hidden, std::span<float> logits, std::stop_token stop);

private:
    struct Private;
    explicit Transformer(std::unique_ptr<Private> data);
    std::unique_ptr<Private> d;
};

} // namespace lacuna::model
