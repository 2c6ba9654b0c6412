// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What an instruction set has to provide, and the memory layouts that its kernels share with the drivers. Internal to
// kernels/. Plain data and declarations only: files that are compiled for one instruction set include this, and an
// inline function in here could end up in the program compiled for a processor that the user does not have.

#include "quant/tensor_type.h"

#include <cstddef>
#include <cstdint>

namespace lacuna::kernels {

inline constexpr int panelRows = 16; ///< weight rows that lie side by side, so that a vector holds one value of each
inline constexpr int productPanels = 2; ///< that are multiplied together
inline constexpr int productRows = productPanels * panelRows;
inline constexpr int blockValues = 256; ///< consecutive inputs that are decoded and multiplied at a time
inline constexpr int plainBlockValues = 128; ///< the same for plain weights: two panels are to fit the nearest cache

inline constexpr int blocksReadPastEnd = 15; ///< see QuantisedProduct

/// 16 weight rows × up to 128 inputs of F32, F16 or BF16 weights.
struct alignas(64) PlainPanel {
    float w[plainBlockValues][panelRows];
};

/// Up to 256 quantised inputs of one activation row. Behind the last input q is zero.
struct alignas(64) ActivationBlock {
    std::int8_t q[blockValues];
    float scale[blockValues / 32]; ///< Q8_K form: scale[0] for all; Q8_0 and Q8_1 forms: one each 32 values
    std::int16_t sums[blockValues / 16]; ///< Σq of each 16 values
};

/// What the zero point or the offset of a weight type makes of the sums of an activation block's groups.
union alignas(64) ActivationSums {
    std::int32_t start[blockValues / 16]; ///< types without offset: −zeroPoint · Σq of each group, where its dot starts
    /// In place of start where KernelTable::startsWords says so: by its values 4i, 4i + 1 and its values 4i + 2, 4i
    /// + 3.
    std::int16_t startOfWords[blockValues / 16][2];
    std::int16_t pairs[blockValues / 32][2]; ///< K-quants with minima: Σq of groups 2i and 2i + 1
    float sum[blockValues / 32]; ///< Q4_1 and Q5_1: scale · Σq of each group, rounded to f16
};

/// Up to 128 inputs of one activation row for plain weights.
struct alignas(64) PlainActivationBlock {
    float x[plainBlockValues];
};

/// c[token][16 · panel + row] += Σ over k < values of w[panel][k][row] · x[token][k], for dense f32 operands.
struct PlainProduct {
    const float* w; ///< panels of values × 16
    std::ptrdiff_t panelStride; ///< floats from panel to panel
    int panels;
    int values; ///< ≤ 128: longer sums are made of several products, which also keeps their rounding errors small
    const float* x;
    std::ptrdiff_t xStride; ///< floats from token to token
    int tokens;
    float* c;
    std::ptrdiff_t cStride; ///< floats from token to token
};

/// How the groups of a quantised weight type are to be added up.
struct GroupTraits {
    int groupSize; ///< 16 or 32
    int largestQ; ///< of the weights
    bool hasOffset;
    bool scalePerGroup; ///< the activations have a scale each 32 values, not each 256
};

/// result[token][row] = sum[token][row] + Σ over k < inputs of w[row][k] · x[token][k], for 32 rows of quantised
/// weights.
struct QuantisedProduct {
    quant::TensorType type;
    GroupTraits traits; ///< the type's
    const std::byte* weights; ///< of the first row, at the beginning of a block
    std::ptrdiff_t weightStride; ///< bytes from row to row
    int inputs;
    const ActivationBlock* x; ///< one a token; up to blocksReadPastEnd more may be read
    const ActivationSums* sums; ///< one a token
    std::ptrdiff_t blockStride; ///< from x and sums to those of the next 256 inputs
    int tokens;
    float* sum; ///< tokens × 32; sums of some of the blocks are kept here
    float* result; ///< may be the same as sum
    std::ptrdiff_t resultStride; ///< floats from token to token
    const std::byte* next; ///< weights that will be needed next: something to ask for meanwhile
    std::ptrdiff_t nextBytes;
};

/// The kernels of one instruction set. Products and quantisation give the same bits in every instruction set (but see
/// multiply), the others agree within a few units in the last place.
struct KernelTable {
    /// Below so many tokens another table (null: none) multiplies faster.
    int fewTokens = 0;
    const KernelTable* forFewTokens = nullptr;

    /// Whether multiply() wants ActivationSums::startOfWords of types without offset whose groups have 16 values.
    bool startsWords = false;

    /// Decodes `values` inputs of 16 rows of plain weights, whose blocks begin `stride` bytes apart; may read and write
    /// up to 7 values past the last one.
    void (*decodePlain)(quant::TensorType type, const std::byte* rows, std::ptrdiff_t stride, int values,
                        PlainPanel& panel);

    /// Around multiply(): prepares a thread for products with so many tokens, and releases it.
    void (*begin)(const GroupTraits& traits, int tokens);
    void (*end)();
    /// For each element, with c for its sum and its result, rounded to f32 after each line (fma rounds once), dot_g
    /// being the exact Σ (q_weight − zeroPoint) · q_activation of a group:
    ///   formats with 256 values a block, sub-scales S_g, minima M_g:
    ///     s = d · Σ S_g · dot_g;  with minima: s = fma(−dmin, Σ M_g · Σq_g, s);  c = fma(s, scale_x, c)
    ///   formats with 32 values a block: s = 0, then for each group in order
    ///     s = fma(dot_g · scale_g, scale_x, s);  with offset: s = fma(offset_g, sum_g, s);  c = c + s  after the last
    ///     one
    /// Sums of integers are exact as long as they stay below 2^24, and may be rounded to 24 bits beyond.
    void (*multiply)(const QuantisedProduct& product);
    /// For each element s = 0, then s = fma(w[k], x[k], s) for each k in order, then c = c + s.
    void (*multiplyPlain)(const PlainProduct& product);

    /// Quantises up to 256 values as ggml does for Q8_K: q = round(−127 / m · x), m the value of largest magnitude.
    void (*quantiseQ8K)(const float* x, int values, ActivationBlock& block);
    /// As ggml does for Q8_0 and Q8_1: each 32 values a scale of largest magnitude / 127, of which block.scale keeps
    /// the f16 rounding. `sums`: scale · Σq rounded to f16, by group (Q8_1), or null.
    void (*quantiseQ80)(const float* x, int values, ActivationBlock& block, float* sums);
    /// Rounds to f16 or bf16 and back, to nearest even.
    void (*roundF16)(const float* x, int values, float* y);
    void (*roundBf16)(const float* x, int values, float* y);

    /// One row each; see norm.h.
    void (*rmsNorm)(const float* x, const float* weight, float epsilon, int columns, float* y);
    /// gate = silu(gate) · up
    void (*swiglu)(const float* up, int columns, float* gate);
    /// x += delta
    void (*add)(const float* delta, int columns, float* x);
    /// Turns adjacent pairs (values 2i and 2i + 1, GGUF's NORM rope) of a head's first `dimensions` values; cosSin: a
    /// row of RopeTable.
    void (*ropeHead)(const float* cosSin, int dimensions, float* head);
    /// x = softmax(factor · x), `columns` ≥ 1 values.
    void (*softmax)(float factor, int columns, float* x);
};

/// The tables themselves, constants: looking at them needs none of their instructions.
extern const KernelTable avx2Table;
extern const KernelTable avxVnniTable;
extern const KernelTable avx512VnniTable;
extern const KernelTable amxInt8Table;

/// The table of an instruction set; null where this program or this processor does not have it.
const KernelTable* scalarKernels();
const KernelTable* avx2Kernels();
const KernelTable* avxVnniKernels();
const KernelTable* avx512VnniKernels();
const KernelTable* amxInt8Kernels();

/// The table that is in use (see isa.h).
const KernelTable& kernels();

} // namespace lacuna::kernels
