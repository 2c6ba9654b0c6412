// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/kv_panels.h"

namespace lacuna::model {

/// Sizes of a transformer, read from `{arch}.*` and checked: every divisor is ≥ 1, every product fits.
struct Hyperparameters {
    int layers = 0; ///< block_count
    int width = 0; ///< embedding_length
    int heads = 0; ///< attention.head_count, a multiple of kvHeads
    int kvHeads = 0; ///< attention.head_count_kv; heads where the key is absent
    int headSize = 0; ///< attention.key_length; width / heads where the key is absent
    int ffn = 0; ///< feed_forward_length
    int vocabulary = 0; ///< rows of token_embd, and logits of a row
    int context = 0; ///< context_length: positions that the model was trained for
    float rmsEpsilon = 0; ///< attention.layer_norm_rms_epsilon
    float ropeBase = 0; ///< rope.freq_base
    int ropeDimensions = 0; ///< rope.dimension_count, even, ≤ headSize

    int queryWidth() const { return heads * headSize; } ///< values of one row's queries
    int kvWidth() const { return kvHeads * headSize; } ///< values of one row's keys, and of its values
    kernels::HeadShape headShape() const { return {heads, kvHeads, headSize}; }
};

} // namespace lacuna::model
