// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/linear.h"
#include "kernels/matrix.h"
#include "runtime/thread_pool.h"

#include <span>
#include <stop_token>

namespace lacuna::kernels {

/// RMSNorm of every row: y = x / sqrt(mean(x²) + epsilon) · weight. x and y have the same shape and may be the same
/// memory; `weight`: x.columns values. False when stopped half-way (y is then garbage).
bool rmsNorm(ConstMatrix x, const float* weight, float epsilon, Matrix y, runtime::ThreadPool& pool,
             std::stop_token stop = {});

/// The same for weights of `types` to read: makes y the source of `activations`, with the forms that they meet.
bool rmsNorm(ConstMatrix x, const float* weight, float epsilon, Matrix y, Activations& activations,
             std::span<const quant::TensorType> types, runtime::ThreadPool& pool, std::stop_token stop = {});

} // namespace lacuna::kernels
