// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/generator.h"

#include <QByteArray>

namespace lacuna::cli {

/// What `run --stats` prints: a line a step, where the time went, and a summary, in the units of its headings.
class RunStatistics {
public:
    static QByteArray heading();
    /// A step's line; its times are added to those of the steps before.
    QByteArray step(const diffusion::StepFrame& frame);
    /// Of the steps so far: for each part (see runtime::Part) its wall time in an average step, and its share of the
    /// whole. Parts that took no time are there, too.
    QByteArray parts() const;
    /// `seconds`: of the generation, without loading.
    static QByteArray summary(const diffusion::GenerationResult& result, int visibleTokens, double loadSeconds,
                              double seconds);

private:
    int m_steps = 0;
    runtime::PartTimes m_partTimes = {};
};

} // namespace lacuna::cli
