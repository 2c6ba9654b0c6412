// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/kv_panels.h"
#include "kernels/matrix.h"
#include "kernels/rope.h"
#include "runtime/thread_pool.h"

#include <memory>
#include <span>
#include <stop_token>

namespace lacuna::kernels {

/// Non-causal multi-head attention with grouped queries. Holds the scratch memory, so one object serves all layers.
/// Results do not depend on the number of threads.
class Attention {
public:
    explicit Attention(HeadShape shape);
    ~Attention();
    Q_DISABLE_COPY_MOVE(Attention)

    /// out = softmax(q · kᵀ / √headSize) · v, head by head. q and out: rows × (heads · headSize), may be the same
    /// memory. Queries come without their rotary embedding, row r belongs to positions[r], as in KvPanels::store(). kv:
    /// of the same shape, with ≥ 1 positions; every row attends to all of them. False when stopped half-way (out is
    /// then garbage).
    bool run(ConstMatrix q, std::span<const int> positions, const RopeTable& rope, const KvPanels& kv, Matrix out,
             runtime::ThreadPool& pool, std::stop_token stop = {});

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lacuna::kernels
