// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/isa.h"

namespace lacuna::bench {

/// Integer operations (a multiplication and an addition count as two) that one thread does in a second with the dot
/// product instructions of an instruction set, registers only: the best of several short runs. 0 for Scalar.
double peakOperationsPerSecond(kernels::Isa isa);

} // namespace lacuna::bench
