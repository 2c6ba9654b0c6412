// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"
#include "model/hyperparameters.h"

#include <span>
#include <vector>

namespace lacuna::test {

/// The llada architecture written down as plainly as can be, in double, to compare the engine with: logits of all
/// positions, rows × vocabulary. For files whose tensors are all F32.
std::vector<double> plainLogits(const gguf::File& file, const model::Hyperparameters& hyperparameters,
                                std::span<const TokenId> tokens);

} // namespace lacuna::test
