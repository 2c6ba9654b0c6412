// SPDX-License-Identifier: GPL-3.0-or-later
#include "diffusion/schedule.h"

#include <algorithm>

namespace lacuna::diffusion {

std::vector<int> transferCounts(int masks, int steps)
{
    std::vector<int> counts(size_t(steps), masks / steps);
    std::for_each_n(counts.begin(), masks % steps, [](int& count) { ++count; });
    return counts;
}

std::vector<BlockPlan> planBlocks(const std::vector<bool>& open, int blockLength, std::optional<int> steps)
{
    const int length = int(open.size());
    const int blocks = length / blockLength + (length % blockLength != 0);
    std::vector<BlockPlan> plan;
    plan.reserve(size_t(blocks));
    for (int b = 0; b < blocks; ++b) {
        BlockPlan block;
        block.begin = b * blockLength;
        block.end = block.begin + std::min(blockLength, length - block.begin);
        const int masks = int(std::count(open.begin() + block.begin, open.begin() + block.end, true));
        const int share = steps ? *steps / blocks + (b < *steps % blocks) : (masks + 1) / 2;
        if (masks > 0)
            block.transfers = transferCounts(masks, std::clamp(share, 1, masks));
        plan.push_back(std::move(block));
    }
    return plan;
}

int totalSteps(const std::vector<BlockPlan>& blocks)
{
    int steps = 0;
    for (const BlockPlan& block : blocks)
        steps += int(block.transfers.size());
    return steps;
}

} // namespace lacuna::diffusion
