// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// INTERFACE SKETCH, the owner of kernels/ completes it.

#include "quant/tensor_type.h"
#include "runtime/thread_pool.h"

#include <cstddef>
#include <memory>
#include <span>
#include <stop_token>

namespace lacuna::kernels {

/// A weight matrix as it lies in the file: `outputs` rows of `inputs` values each, row-major blocks of `type`.
struct WeightView {
    quant::TensorType type;
    const std::byte* data; ///< outputs × byteSize(type, inputs)
    int outputs;
    int inputs;
};

/// Rows of activations in the form that llama.cpp pairs with a weight type: Q8_K-like for K-quants and IQ4_XS, Q8_0/Q8_1-like
/// for the 32-value types, f32, f16, bf16 for the plain ones. Quantised once, used for every weight of the same form.
class Activations {
public:
    Activations();
    ~Activations();
    /// Sets the source: rows × inputs f32, row-major with `stride` values between rows; kept by reference until the next set().
    void set(const float* x, int rows, int inputs, int stride);
    int rows() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// y[rows × outputs] = x · Wᵀ, y row-major with `yStride` floats between rows. Runs on the pool in chunks of output rows.
/// False when stopped half-way (y is then garbage).
bool linear(const WeightView& weight, Activations& x, float* y, int yStride, runtime::ThreadPool& pool, std::stop_token stop);

} // namespace lacuna::kernels
