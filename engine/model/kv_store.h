// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "kernels/kv_panels.h"
#include "kernels/scratch.h"
#include "model/hyperparameters.h"

#include <cstddef>
#include <span>
#include <vector>

namespace lacuna::model {

/// Keys and values of every position of a canvas, f32, laid out for attention. Every forward attends to all positions,
/// so all of them must have been computed at least once.
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
    const kernels::HeadShape& shape() const { return m_shape; } ///< of the model that it was made for

    /// With Keep::CurrentLayer every layer is the same memory.
    kernels::KvPanels layer(int index) const;

    /// Whether every layer's keys and values of a position are there: false at first, and after a stopped forward.
    bool isFilled(int position) const { return m_filled[std::size_t(position)]; }
    void setFilled(std::span<const int> positions, bool filled);

private:
    KvStore() = default;

    int m_positions = 0;
    int m_layers = 0;
    kernels::HeadShape m_shape = {};
    Keep m_keep = Keep::EveryLayer;
    kernels::Scratch<float> m_memory; // per kept layer
    std::vector<bool> m_filled; // per position
};

} // namespace lacuna::model
