// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"

#include <QString>

#include <vector>

namespace lacuna::kernels {

/// The instruction sets that there are kernels for, from the slowest to the fastest.
enum class Isa { Scalar, Avx2, AvxVnni, Avx512Vnni, AmxInt8 };

/// As the environment variable LACUNA_ISA spells it: "scalar", "avx2", "avxvnni", "avx512vnni", "amxint8".
QString isaName(Isa isa);

/// Those that this processor and operating system can run, slowest first; Scalar always.
std::vector<Isa> availableIsas();

/// The one that the kernels use: what was selected, or else what LACUNA_ISA asks for, or else the fastest available.
/// An error, with the values that would do, where LACUNA_ISA names something unknown or unavailable (the kernels would
/// then use the fastest): to be checked before a model is run.
Result<Isa> activeIsa();

/// For tests and benchmarks: all kernels use `isa` from now on, which is available. Not while kernels are running.
void selectIsa(Isa isa);

} // namespace lacuna::kernels
