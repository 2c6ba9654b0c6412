// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/linear.h"

#include <span>
#include <vector>

namespace lacuna::model {

/// One transformer block. Matrices are views into the mapped file: outputs × inputs.
struct LayerWeights {
    std::vector<float> attentionNorm; ///< width
    kernels::WeightView query; ///< queryWidth × width
    kernels::WeightView key; ///< kvWidth × width
    kernels::WeightView value; ///< kvWidth × width
    kernels::WeightView attentionOutput; ///< width × queryWidth
    std::vector<float> ffnNorm; ///< width
    kernels::WeightView gate; ///< ffn × width
    kernels::WeightView up; ///< ffn × width
    kernels::WeightView down; ///< width × ffn
};

/// A transformer as data.
struct Weights {
    kernels::WeightView embedding; ///< vocabulary × width
    std::vector<LayerWeights> layers;
    std::vector<float> outputNorm; ///< width
    kernels::WeightView output; ///< vocabulary × width; the embedding where the file ties them
};

} // namespace lacuna::model
