// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/matrix.h"
#include "runtime/thread_pool.h"

#include <memory>
#include <stop_token>

namespace lacuna::kernels {

/// How the columns of q, k, v divide into heads. Query head h reads key/value head h / (heads / kvHeads).
struct HeadShape {
    int heads; ///< a multiple of kvHeads
    int kvHeads;
    int headSize;
};

/// Non-causal multi-head attention with grouped queries. Holds the scratch memory, so one object serves all layers.
/// Results do not depend on the number of threads.
class Attention {
public:
    explicit Attention(HeadShape shape);
    ~Attention();
    Q_DISABLE_COPY_MOVE(Attention)

    /// out = softmax(q · kᵀ / √headSize) · v, head by head. q and out: rows × (heads · headSize), may be the same
    /// memory. keys and values: positions × (kvHeads · headSize), positions ≥ 1; every row attends to all of them.
    /// False when stopped half-way (out is then garbage).
    bool run(ConstMatrix q, ConstMatrix keys, ConstMatrix values, Matrix out, runtime::ThreadPool& pool,
             std::stop_token stop = {});

    /// Bytes of scratch memory that a run with so many positions needs.
    static quint64 scratchBytes(HeadShape shape, int positions);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lacuna::kernels
