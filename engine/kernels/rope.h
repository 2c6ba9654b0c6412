// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lacuna::kernels {

/// Cosines and sines of rotary position embedding: pair i of a head turns by position · base^(−2i / dimensions) /
/// factor[i]. The angles are computed as ggml does, by repeated f32 multiplication, because at long positions another
/// order of the same product would turn by up to 1e-3 more or less and logits would no longer be comparable.
class RopeTable {
public:
    /// `dimensions`: even, ≥ 2, of a head's values the first ones that turn. `factors`: dimensions / 2 values (the
    /// tensor rope_freqs.weight), or none.
    RopeTable(int dimensions, float base, std::span<const float> factors = {});

    int dimensions() const { return m_dimensions; }
    int positions() const { return int(m_values.size()) / m_dimensions; }
    /// Makes the rows of positions [0, count) available.
    void extend(int count);
    /// cos and sin of pair 0, cos and sin of pair 1, …: dimensions() values; 0 ≤ position < positions().
    const float* row(int position) const { return m_values.data() + std::ptrdiff_t(position) * m_dimensions; }

private:
    int m_dimensions;
    float m_thetaScale;
    std::vector<float> m_factors;
    std::vector<float> m_values;
};

} // namespace lacuna::kernels
