// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/isa.h"

namespace lacuna::bench {

/// What one thread does in a second of its processor time, registers only: the best of several short runs. A
/// multiplication and an addition count as two operations.
struct Peak {
    double integer; ///< dot products of bytes; of Avx2 those that are summed in 16 bits; of AmxInt8 whole tiles
    double real; ///< fused multiplications and additions of f32
};
/// Not for Scalar.
Peak measurePeak(kernels::Isa isa);

/// Bytes that one thread reads from memory in a second of its processor time, of 256 MiB in a row: the best of several
/// runs.
double measureBandwidth();

} // namespace lacuna::bench
