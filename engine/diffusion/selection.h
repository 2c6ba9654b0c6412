// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace lacuna::diffusion {

/// Indices of the `count` greatest values, ascending; of equal values the lower index is taken. 0 ≤ count ≤
/// ranks.size().
std::vector<int> greatest(std::span<const double> ranks, int count);

/// Indices of the values ≥ `threshold`, ascending; where there is none, of the greatest value. `ranks` is not empty.
std::vector<int> atLeast(std::span<const double> ranks, double threshold);

} // namespace lacuna::diffusion
