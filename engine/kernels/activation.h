// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/matrix.h"
#include "runtime/thread_pool.h"

#include <stop_token>

namespace lacuna::kernels {

/// SwiGLU: gate = silu(gate) · up, element by element; silu(z) = z / (1 + exp(−z)). Both have the same shape.
/// False when stopped half-way (gate is then garbage).
bool swiglu(Matrix gate, ConstMatrix up, runtime::ThreadPool& pool, std::stop_token stop = {});

/// The residual connection: x += delta, element by element. Both have the same shape.
/// False when stopped half-way (x is then garbage).
bool add(Matrix x, ConstMatrix delta, runtime::ThreadPool& pool, std::stop_token stop = {});

} // namespace lacuna::kernels
