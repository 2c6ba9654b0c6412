// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

namespace lacuna::diffusion {

/// One block of the answer and how many positions each of its steps commits.
struct BlockPlan {
    int begin = 0; ///< first position, in the answer
    int end = 0; ///< one past the last
    std::vector<int> transfers; ///< one entry a step, each ≥ 1; they sum to the block's open positions
};

/// `masks` shared out over `steps` as evenly as whole numbers allow, the larger shares first. 1 ≤ steps ≤ masks.
std::vector<int> transferCounts(int masks, int steps);

/// The plan for any lengths. There are n = ceil(answer / blockLength) blocks, the last may be shorter. Block b gets
/// steps / n steps, and one more where b < steps mod n; at least 1, and at most as many as it has open positions, so a
/// block without any gets none. Where everything divides evenly this is generate.py's schedule. Without `steps` each
/// step of a block commits two positions, the last one what is left.
/// `open`: one entry per answer position, whether it is to be filled. blockLength ≥ 1, steps ≥ 1.
std::vector<BlockPlan> planBlocks(const std::vector<bool>& open, int blockLength, std::optional<int> steps);

/// Steps of all blocks together.
int totalSteps(const std::vector<BlockPlan>& blocks);

} // namespace lacuna::diffusion
