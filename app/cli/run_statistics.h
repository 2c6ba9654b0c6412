// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/generator.h"

#include <QByteArray>

namespace lacuna::cli {

/// What `run --stats` prints: a line a step and a summary, in the units of its heading.
class RunStatistics {
public:
    static QByteArray heading();
    static QByteArray step(const diffusion::StepFrame& frame);
    /// `seconds`: of the generation, without loading.
    static QByteArray summary(const diffusion::GenerationResult& result, int visibleTokens, double loadSeconds,
                              double seconds);
};

} // namespace lacuna::cli
