// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "model/hyperparameters.h"

#include <cstddef>
#include <span>
#include <vector>

namespace lacuna::model {

/// Keys (rotated) and values of every position of a canvas, f32, row-major: positions × kvWidth() for each layer.
/// Every forward attends to all positions, so all of them must have been computed at least once.
class KvStore {
public:
    /// What outlives a forward. A store that keeps the current layer only takes 1 / layers of the memory, and every
    /// forward over it must be a full pass.
    enum class Keep { EveryLayer, CurrentLayer };

    /// OutOfMemory where the store does not fit, InvalidArgument for positions outside [1, context].
    static Result<KvStore> create(const Hyperparameters& hyperparameters, int positions, Keep keep);
    /// What create() would allocate.
    static quint64 bytes(const Hyperparameters& hyperparameters, int positions, Keep keep);

    int positions() const { return m_positions; }
    Keep keep() const { return m_keep; }
    int layers() const { return m_layers; } ///< of the model that it was made for
    int kvWidth() const { return m_kvWidth; } ///< of the model that it was made for

    /// positions × kvWidth(); with Keep::CurrentLayer every layer is the same memory.
    float* keys(int layer) { return m_values.data() + slab(layer); }
    float* values(int layer) { return m_values.data() + slab(layer) + layerSize(); }

    /// Whether every layer's keys and values of a position are there: false at first, and after a stopped forward.
    bool isFilled(int position) const { return m_filled[std::size_t(position)]; }
    void setFilled(std::span<const int> positions, bool filled);

private:
    KvStore() = default;
    std::size_t layerSize() const { return std::size_t(m_positions) * std::size_t(m_kvWidth); }
    std::size_t slab(int layer) const { return m_keep == Keep::EveryLayer ? std::size_t(layer) * 2 * layerSize() : 0; }

    int m_positions = 0;
    int m_layers = 0;
    int m_kvWidth = 0;
    Keep m_keep = Keep::EveryLayer;
    std::vector<float> m_values; // per kept layer: keys, then values
    std::vector<bool> m_filled; // per position
};

} // namespace lacuna::model
