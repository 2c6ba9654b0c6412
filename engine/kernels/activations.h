// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/kernel_table.h"
#include "kernels/linear.h"
#include "kernels/scratch.h"

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace lacuna::kernels {

/// The forms of activations, as ggml pairs them with weight types.
enum class ActivationForm { Q8K, Q80, Q81, F32, F16, Bf16 };

/// How a weight type is multiplied.
struct WeightTraits {
    ActivationForm form;
    bool isQuantised;
    GroupTraits groups; ///< if quantised
    int zeroPoint; ///< if quantised
};

WeightTraits weightTraits(quant::TensorType type);

/// Inputs that are multiplied at a time, and how many such blocks there are; the last one may be shorter.
inline int blockSize(const WeightTraits& traits)
{
    return traits.isQuantised ? blockValues : plainBlockValues;
}
inline int blocksOf(int inputs, const WeightTraits& traits)
{
    return (inputs + blockSize(traits) - 1) / blockSize(traits);
}

/// The forms of one set of activations. Block b of row r lies at [b · rows + r], so that one block of all rows is
/// contiguous: that is what a decoded weight block meets.
struct Activations::Private {
    ConstMatrix source;

    /// Makes what weight types need, row by row, after produce(row). False when stopped.
    bool prepare(std::span<const quant::TensorType> types, runtime::FunctionRef<void(int row)> produce,
                 runtime::ThreadPool& pool, const std::stop_token& stop);
    /// The same for one type and values that are there, unless all is made already.
    bool prepare(quant::TensorType type, runtime::ThreadPool& pool, const std::stop_token& stop);

    struct Quantised {
        bool isValid = false;
        Scratch<ActivationBlock> blocks;
        Scratch<ActivationSums> sums; ///< Q81 form: made with the blocks
    };
    struct Plain {
        bool isValid = false;
        Scratch<PlainActivationBlock> blocks;
    };
    /// Sums of the Q8K and Q80 forms, by group size and zero point.
    struct Sums {
        bool isValid = false;
        ActivationForm form;
        int groupSize;
        int zeroPoint; ///< 0: for types with minima
        Scratch<ActivationSums> sums;
    };

    const ActivationBlock* quantisedBlocks(ActivationForm form) const { return quantised[index(form)].blocks.data(); }
    const PlainActivationBlock* plainBlocks(ActivationForm form) const { return plain[index(form)].blocks.data(); }
    const ActivationSums* sums(const WeightTraits& traits);

    static size_t index(ActivationForm form) { return size_t(form) % 3; }
    std::array<Quantised, 3> quantised; ///< Q8K, Q80, Q81
    std::array<Plain, 3> plain; ///< F32, F16, Bf16
    std::vector<std::unique_ptr<Sums>> sumsOfTypes;

private:
    /// What a row has to go through to become one of the above.
    struct Step {
        bool* isValid;
        std::function<void(int row)> run;
    };
    void addSteps(const WeightTraits& traits, std::vector<Step>& steps);
    bool run(const std::vector<Step>& steps, runtime::FunctionRef<void(int row)> produce, runtime::ThreadPool& pool,
             const std::stop_token& stop) const;
    void quantise(ActivationForm form, int row);
    void round(ActivationForm form, int row);
    void addUp(Sums& target, int row);
    Sums& sumsFor(const WeightTraits& traits);
    size_t blockIndex(int block, int row) const { return size_t(block) * size_t(source.rows) + size_t(row); }
};

} // namespace lacuna::kernels
