// SPDX-License-Identifier: GPL-3.0-or-later
#include "diffusion/selection.h"

#include <algorithm>
#include <numeric>

namespace lacuna::diffusion {

std::vector<int> greatest(std::span<const double> ranks, int count)
{
    std::vector<int> indices(ranks.size());
    std::iota(indices.begin(), indices.end(), 0);
    std::partial_sort(indices.begin(), indices.begin() + count, indices.end(), [ranks](int a, int b) {
        const double left = ranks[size_t(a)];
        const double right = ranks[size_t(b)];
        return left > right || (left == right && a < b);
    });
    indices.resize(size_t(count));
    std::sort(indices.begin(), indices.end());
    return indices;
}

std::vector<int> atLeast(std::span<const double> ranks, double threshold)
{
    std::vector<int> indices;
    for (size_t i = 0; i < ranks.size(); ++i) {
        if (ranks[i] >= threshold)
            indices.push_back(int(i));
    }
    return indices.empty() ? greatest(ranks, 1) : indices;
}

} // namespace lacuna::diffusion
