// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/matrix.h"
#include "quant/tensor_type.h"
#include "runtime/thread_pool.h"

#include <cstddef>
#include <memory>
#include <span>
#include <stop_token>

namespace lacuna::kernels {

/// A weight matrix as it lies in the file: `outputs` rows of `inputs` values each, row-major blocks of `type`.
struct WeightView {
    quant::TensorType type; ///< one with canRun
    const std::byte* data; ///< outputs × byteSize(type, inputs)
    int outputs;
    int inputs; ///< a multiple of the type's block
};

/// Takes some columns of a product, which begin with column `first`: all its rows × so many. May change them; they are
/// gone afterwards.
using UsePiece = runtime::FunctionRef<void(int first, Matrix piece)>;

/// Rows of activations, and the forms in which weights meet them, made when first needed: the ones that llama.cpp pairs
/// with each weight type, so that logits stay comparable. Quantised once, used for every weight of the same form.
class Activations {
public:
    Activations();
    ~Activations();
    Q_DISABLE_COPY_MOVE(Activations)

    /// Sets the source, kept by reference until the next set(): its values must not change in between.
    void set(ConstMatrix x);
    void set(const float* x, int rows, int inputs, int stride) { set({x, rows, inputs, stride}); }
    /// The same for values that are not there yet: produce(row), on the pool, writes a row of x, and the forms for
    /// weights of `types` are made of it while it is in the nearest caches. False when stopped half-way.
    bool set(ConstMatrix x, std::span<const quant::TensorType> types, runtime::FunctionRef<void(int row)> produce,
             runtime::ThreadPool& pool, std::stop_token stop = {});
    int rows() const;
    int inputs() const;

    struct Private;

private:
    friend bool linear(const WeightView&, Activations&, Matrix, runtime::ThreadPool&, std::stop_token);
    friend bool linearInPieces(const WeightView&, Activations&, int, UsePiece, runtime::ThreadPool&, std::stop_token);
    friend bool addLinear(const WeightView&, Activations&, Matrix, runtime::ThreadPool&, std::stop_token);
    friend bool gatedLinear(const WeightView&, const WeightView&, Activations&, Matrix, runtime::ThreadPool&,
                            std::stop_token);
    std::unique_ptr<Private> d;
};

/// y = x · Wᵀ: x.rows() × weight.outputs; x.inputs() == weight.inputs. Runs on the pool in chunks of outputs. Each
/// element's bits depend on its weight row and activation row alone, not on threads, on the instruction set or on the
/// other rows. False when stopped half-way (y is then garbage).
bool linear(const WeightView& weight, Activations& x, Matrix y, runtime::ThreadPool& pool, std::stop_token stop = {});

/// x · Wᵀ for what is read once: hands it over in pieces of `pieceOutputs` columns (fewer at the end), each of them to
/// one call on some thread of the pool, while it is in the nearest caches. Otherwise as linear(). False when stopped
/// half-way.
bool linearInPieces(const WeightView& weight, Activations& x, int pieceOutputs, UsePiece use, runtime::ThreadPool& pool,
                    std::stop_token stop = {});

/// With the residual connection: y += x · Wᵀ, otherwise as linear().
bool addLinear(const WeightView& weight, Activations& x, Matrix y, runtime::ThreadPool& pool,
               std::stop_token stop = {});

/// SwiGLU: y = silu(x · gateᵀ) · (x · upᵀ), element by element, silu(z) = z / (1 + exp(−z)); gate and up have the same
/// extents. Otherwise as linear(), but exp differs between instruction sets by a few units in the last place.
bool gatedLinear(const WeightView& gate, const WeightView& up, Activations& x, Matrix y, runtime::ThreadPool& pool,
                 std::stop_token stop = {});

} // namespace lacuna::kernels
