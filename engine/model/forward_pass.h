// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "kernels/attention.h"
#include "kernels/linear.h"
#include "kernels/matrix.h"
#include "kernels/rope.h"
#include "kernels/scratch.h"
#include "model/hyperparameters.h"
#include "model/kv_store.h"
#include "model/weights.h"
#include "runtime/thread_pool.h"

#include <span>
#include <stop_token>

namespace lacuna::model {

/// The arithmetic of a transformer, and the memory that it works in. Trusts its arguments: the Transformer checks them.
/// The functions that compute give false when they were stopped half-way.
class ForwardPass {
public:
    /// All arguments must outlive the pass.
    ForwardPass(const Hyperparameters& hyperparameters, const Weights& weights, runtime::ThreadPool& pool);

    /// Makes room for `rows` rows and for the angles of `positions` positions. Throws std::bad_alloc.
    void reserve(int rows, int positions);
    /// What reserve() allocates, and what the kernels need beside it.
    static quint64 bufferBytes(const Hyperparameters& hyperparameters, int rows, int positions);

    /// Starts the residual stream: one row a token, its embedding. At most as many tokens as rows were reserved.
    bool embed(std::span<const TokenId> tokens, std::stop_token stop);
    /// Runs a layer over the residual stream, whose rows are at `positions`; all their keys and values go to the store.
    /// From the attention on only the rows `kept` (indices, strictly ascending) are computed, and only they remain.
    bool layer(int index, std::span<const int> positions, std::span<const int> kept, KvStore& store,
               std::stop_token stop);
    /// Ends the residual stream: its output norm. `hidden`: as many rows as remain × width.
    bool finish(kernels::Matrix hidden, std::stop_token stop);
    /// `hidden`: rows × width. Logits go to `use` in pieces of `pieceIds` ids.
    bool head(kernels::ConstMatrix hidden, int pieceIds, kernels::UsePiece use, std::stop_token stop);

private:
    bool storeKeysAndValues(const LayerWeights& weights, std::span<const int> positions, kernels::KvPanels kv,
                            std::stop_token stop);
    void keepRows(std::span<const int> kept);
    bool attend(const LayerWeights& weights, std::span<const int> positions, const kernels::KvPanels& kv,
                std::stop_token stop);
    bool feedForward(const LayerWeights& weights, std::stop_token stop);
    bool project(runtime::Part part, const kernels::WeightView& weight, kernels::Matrix y, std::stop_token stop);
    /// Adds a projection to the residual stream.
    bool addProjection(runtime::Part part, const kernels::WeightView& weight, std::stop_token stop);
    /// The first m_rows rows of a buffer.
    kernels::Matrix rows(const kernels::Scratch<float>& buffer, int columns) const;

    const Hyperparameters& m_hyperparameters;
    const Weights& m_weights;
    runtime::ThreadPool& m_pool;

    int m_rows = 0; ///< of the residual stream
    kernels::Scratch<float> m_residual; ///< rows × width
    kernels::Scratch<float> m_normed; ///< rows × width
    kernels::Scratch<float> m_query; ///< rows × queryWidth: queries, then what they attended to
    kernels::Scratch<float> m_key; ///< rows × kvWidth
    kernels::Scratch<float> m_value; ///< rows × kvWidth
    kernels::Scratch<float> m_inner; ///< rows × ffn: the feed-forward network's gated inner width
    kernels::Activations m_activations; ///< what the next projections read
    kernels::Attention m_attention;
    kernels::RopeTable m_rope;
};

} // namespace lacuna::model
