// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "quant/tensor_type.h"
#include "support/gguf_writer.h"

namespace lacuna::support {

/// A small fast generator (SplitMix64): the same numbers on every machine, unlike the standard library's distributions.
class Random {
public:
    explicit Random(quint64 seed)
        : m_state(seed)
    {
    }
    quint64 next();
    /// Evenly spread over [low, high).
    float uniform(float low, float high);

private:
    quint64 m_state;
};

/// Weights of a type that the engine runs, with mean 0 and about the given standard deviation. Quants and sub-scales
/// are random bits, so that every pattern occurs; only the f16 scales of a block are chosen. Deterministic.
TensorData scaledWeights(quant::TensorType type, float deviation, quint64 seed);

} // namespace lacuna::support
