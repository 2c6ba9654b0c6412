// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What an instruction set's kernels cut a QuantisedProduct into. Plain data, see kernel_table.h.

#include "kernels/kernel_table.h"

namespace lacuna::kernels {

/// 16 weight rows × up to 256 inputs, decoded. What is inside is the instruction set's own business.
struct alignas(64) WeightPanel {
    std::byte bytes[10240];
};

/// Rows of memory that will be needed next: something for a kernel to ask for while it computes.
struct Upcoming {
    const std::byte* data = nullptr;
    std::ptrdiff_t stride = 0;
    int rows = 0;
    int bytes = 0; ///< of each row
    bool isWritten = false;
};

/// result[token][row] = sum[token][row] + the contribution of one block of inputs, for the 32 rows of two panels.
struct PanelProduct {
    GroupTraits traits;
    const WeightPanel* panels;
    int groups; ///< in the block
    const ActivationBlock* x; ///< one a token; up to blocksReadPastEnd more may be read
    const ActivationSums* sums; ///< one a token
    int tokens;
    const float* sum; ///< tokens × 32
    float* result; ///< may be the same as sum
    std::ptrdiff_t resultStride; ///< floats from token to token
    Upcoming next[2];
};

} // namespace lacuna::kernels
