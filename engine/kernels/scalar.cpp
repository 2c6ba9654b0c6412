// SPDX-License-Identifier: GPL-3.0-or-later
// The reference: says what every kernel computes, in the plainest way. Tests hold the other instruction sets against
// it.
#include "kernels/kernel_table.h"
#include "kernels/round.h"
#include "kernels/simd/block_products.h"
#include "kernels/simd/byte_panel.h"
#include "kernels/vector_scalar.h"

#include <QtGlobal>

#include <algorithm>
#include <cmath>

namespace lacuna::kernels {

namespace {

/// Σ (q_weight − zeroPoint) · q_activation over a group.
std::int32_t dotOfGroup(const GroupTraits& traits, const BytePanel& panel, int row, int g, const ActivationBlock& x,
                        const ActivationSums& sums)
{
    std::int32_t dot = traits.hasOffset ? 0 : sums.start[g];
    for (int k = g * traits.groupSize; k < (g + 1) * traits.groupSize; ++k)
        dot += panel.q[k / 4][row][k % 4] * x.q[k];
    return dot;
}

/// What a row of formats with 256 values a block and an activation row make of a block, but for the activations' scale.
float multiplyBlock(const GroupTraits& traits, const BytePanel& panel, int row, const ActivationBlock& x,
                    const ActivationSums& sums)
{
    std::int32_t dots = 0;
    std::int32_t minima = 0;
    for (int g = 0; g < blockValues / traits.groupSize; ++g) {
        dots += std::int32_t(panel.scale[g][row]) * dotOfGroup(traits, panel, row, g, x, sums);
        if (traits.hasOffset)
            minima += panel.minima[g / 2][row][g % 2] * sums.pairs[g / 2][g % 2];
    }
    const float s = panel.block[row] * float(dots);
    return traits.hasOffset ? fusedMultiplyAdd(panel.minusMinimumScale[row], float(minima), s) : s;
}

/// The same for formats with 32 values a block.
float multiplyGroups(const GroupTraits& traits, const BytePanel& panel, int row, int groups, const ActivationBlock& x,
                     const ActivationSums& sums)
{
    float s = 0;
    for (int g = 0; g < groups; ++g) {
        const float dot = float(dotOfGroup(traits, panel, row, g, x, sums));
        s = fusedMultiplyAdd(dot * panel.scale[g][row], x.scale[g], s);
        if (traits.hasOffset)
            s = fusedMultiplyAdd(panel.offset[g][row], sums.sum[g], s);
    }
    return s;
}

void multiplyPanels(const PanelProduct& product)
{
    const GroupTraits& traits = product.traits;
    const float* sum = product.sum;
    for (int token = 0; token < product.tokens; ++token) {
        const ActivationBlock& x = product.x[token];
        const ActivationSums& sums = product.sums[token];
        float* result = product.result + token * product.resultStride;
        for (int p = 0; p < productPanels; ++p) {
            const auto& panel = reinterpret_cast<const BytePanel&>(product.panels[p]);
            for (int row = 0; row < panelRows; ++row, ++sum, ++result) {
                if (traits.scalePerGroup)
                    *result = *sum + multiplyGroups(traits, panel, row, product.groups, x, sums);
                else
                    *result = fusedMultiplyAdd(multiplyBlock(traits, panel, row, x, sums), x.scale[0], *sum);
            }
        }
    }
}

void multiplyPlain(const PlainProduct& product)
{
    for (int token = 0; token < product.tokens; ++token) {
        const float* x = product.x + token * product.xStride;
        float* c = product.c + token * product.cStride;
        for (int panel = 0; panel < product.panels; ++panel) {
            for (int row = 0; row < panelRows; ++row, ++c) {
                const float* w = product.w + panel * product.panelStride + row;
                float s = 0;
                for (int k = 0; k < product.values; ++k)
                    s = fusedMultiplyAdd(w[k * panelRows], x[k], s);
                *c += s;
            }
        }
    }
}

void setQ(ActivationBlock& block, int k, std::int8_t q)
{
    block.q[k] = q;
    block.sums[k / 16] = std::int16_t(block.sums[k / 16] + q);
}

void quantiseQ8K(const float* x, int values, ActivationBlock& block)
{
    // ggml keeps the sign of the value of largest magnitude, the first one of equals, and maps it to −127.
    float largest = 0;
    for (int k = 0; k < values; ++k) {
        if (std::fabs(x[k]) > std::fabs(largest))
            largest = x[k];
    }
    block = {};
    if (largest == 0)
        return;
    const float inverse = -127.0f / largest;
    for (int k = 0; k < values; ++k)
        setQ(block, k, roundToInt8(inverse * x[k]));
    block.scale[0] = 1 / inverse;
}

void quantiseQ80(const float* x, int values, ActivationBlock& block, float* sums)
{
    block = {};
    for (int g = 0; g < values / 32; ++g) {
        float largest = 0;
        for (int k = 32 * g; k < 32 * (g + 1); ++k)
            largest = std::max(largest, std::fabs(x[k]));
        const float scale = largest / 127.0f;
        const float inverse = largest != 0 ? 127.0f / largest : 0.0f;
        int sum = 0;
        for (int k = 32 * g; k < 32 * (g + 1); ++k) {
            setQ(block, k, roundToInt8(x[k] * inverse));
            sum += block.q[k];
        }
        block.scale[g] = roundToHalf(scale);
        if (sums)
            sums[g] = roundToHalf(scale * float(sum));
    }
}

void roundF16(const float* x, int values, float* y)
{
    std::transform(x, x + values, y, roundToHalf);
}

void roundBf16(const float* x, int values, float* y)
{
    std::transform(x, x + values, y, roundToBfloat16);
}

void rmsNorm(const float* x, const float* weight, float epsilon, int columns, float* y)
{
    double sum = 0; // of many squares
    for (int i = 0; i < columns; ++i)
        sum += double(x[i] * x[i]);
    const float scale = 1 / std::sqrt(float(sum / columns) + epsilon);
    for (int i = 0; i < columns; ++i)
        y[i] = x[i] * scale * weight[i];
}

void swiglu(const float* up, int columns, float* gate)
{
    for (int i = 0; i < columns; ++i)
        gate[i] = gate[i] / (1 + std::exp(-gate[i])) * up[i];
}

void add(const float* delta, int columns, float* x)
{
    for (int i = 0; i < columns; ++i)
        x[i] += delta[i];
}

void ropeHead(const float* cosSin, int dimensions, float* head)
{
    for (int i = 0; i < dimensions; i += 2) {
        const float x0 = head[i];
        const float x1 = head[i + 1];
        head[i] = x0 * cosSin[i] - x1 * cosSin[i + 1];
        head[i + 1] = x0 * cosSin[i + 1] + x1 * cosSin[i];
    }
}

void softmax(float factor, int columns, float* x)
{
    const float largest = factor * *std::max_element(x, x + columns); // factor > 0
    double sum = 0; // of many small numbers
    for (int i = 0; i < columns; ++i) {
        x[i] = std::exp(factor * x[i] - largest);
        sum += double(x[i]);
    }
    const float inverse = float(1 / sum);
    for (int i = 0; i < columns; ++i)
        x[i] *= inverse;
}

template<typename V, typename Block>
using PanelWriter = BytePanelWriter<V, Block, false>;

} // namespace

const KernelTable* scalarKernels()
{
    static constexpr KernelTable table {
        .decodePlain = decodePlainPanel<VectorScalar>,
        .begin = [](const GroupTraits&, int) {},
        .end = [] {},
        .multiply = multiplyDecoded<VectorScalar, PanelWriter, multiplyPanels>,
        .multiplyPlain = multiplyPlain,
        .quantiseQ8K = quantiseQ8K,
        .quantiseQ80 = quantiseQ80,
        .roundF16 = roundF16,
        .roundBf16 = roundBf16,
        .rmsNorm = rmsNorm,
        .swiglu = swiglu,
        .add = add,
        .ropeHead = ropeHead,
        .softmax = softmax,
    };
    return &table;
}

} // namespace lacuna::kernels
