// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/matrix.h"
#include "kernels/rope.h"
#include "runtime/thread_pool.h"

#include <cstddef>
#include <span>
#include <stop_token>

namespace lacuna::kernels {

/// How the columns of q, k, v divide into heads. Query head h reads key/value head h / (heads / kvHeads).
struct HeadShape {
    int heads; ///< a multiple of kvHeads
    int kvHeads;
    int headSize;

    bool operator==(const HeadShape&) const = default;
};

/// A layer's keys and values as attention reads them, in somebody else's memory: the f32 kernel's panels of 16 rows,
/// which are positions for the scores and columns of a head for the weighted sums. So nothing has to be laid out again
/// when attention runs.
class KvPanels {
public:
    /// `memory`: floats(shape, positions) values, aligned to a cache line; zeros before the first use.
    KvPanels(HeadShape shape, int positions, float* memory);
    static std::size_t floats(HeadShape shape, int positions);

    /// Takes the keys and values of some positions: rows × (kvHeads · headSize) each, row r belongs to positions[r].
    /// Keys come without their rotary embedding and are turned on the way, in place; headSize ≥ rope.dimensions(), all
    /// positions < rope.positions(). False when stopped half-way (some are then garbage).
    bool store(Matrix keys, ConstMatrix values, std::span<const int> positions, const RopeTable& rope,
               runtime::ThreadPool& pool, std::stop_token stop = {});

    int positions() const { return m_positions; }
    /// Panels of keys, of values in a head.
    int keyPanels() const;
    int valuePanels() const;
    /// Floats from panel to panel.
    std::ptrdiff_t keyPanelSize() const;
    std::ptrdiff_t valuePanelSize() const;
    /// headSize × 16 keys (headSize is rounded up to 8 in memory). Past the last position there are zeros.
    float* keyPanel(int kvHead, int panel) const;
    /// positions × 16 columns of the head. Past the last column there are zeros.
    float* valuePanel(int kvHead, int panel) const;

private:
    void storeKeys(ConstMatrix keys, int row, int rows, int position) const;
    void storeValues(ConstMatrix values, int row, int rows, int position) const;

    HeadShape m_shape;
    int m_positions;
    float* m_keys;
    float* m_values;
};

} // namespace lacuna::kernels
