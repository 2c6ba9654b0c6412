// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/linear.h"

#include "kernels/activations.h"

#include <algorithm>
#include <cstring>

namespace lacuna::kernels {

namespace {

// A chunk of work is 32 weight rows × up to 512 activation rows: its decoded block (2 panels) and its sums stay in the
// caches nearest to the core, and even the scalar kernels finish one in well under the 50 ms that a stop may take.
constexpr int chunkPanels = 2;
constexpr int chunkOutputs = chunkPanels * panelRows;
constexpr int chunkTokens = 512;

struct Chunk {
    int firstOutput;
    int outputs;
    int firstToken;
    int tokens;
};

/// Everything that the chunks of one product share.
struct Product {
    const WeightView& weight;
    WeightTraits traits;
    const Activations::Private& x;
    const ActivationSums* sums;
    float* y;
    int yStride;

    int outputChunks() const { return (weight.outputs + chunkOutputs - 1) / chunkOutputs; }
    int tokenChunks() const { return (x.source.rows + chunkTokens - 1) / chunkTokens; }
    Chunk chunk(int index) const
    {
        const int output = index / tokenChunks() * chunkOutputs;
        const int token = index % tokenChunks() * chunkTokens;
        return {output, std::min(chunkOutputs, weight.outputs - output), token,
                std::min(chunkTokens, x.source.rows - token)};
    }
    size_t rowBytes() const { return size_t(*quant::byteSize(weight.type, quint64(weight.inputs))); }
    size_t blockBytes() const { return size_t(*quant::byteSize(weight.type, blockValues)); }
    int valuesOf(int block) const { return std::min(blockValues, weight.inputs - block * blockValues); }
};

/// Where the rows of a chunk start. Rows past the matrix's last one repeat it; what they give is not stored.
struct RowPointers {
    const std::byte* rows[chunkOutputs];

    RowPointers(const Product& product, const Chunk& chunk)
    {
        for (int i = 0; i < chunkOutputs; ++i)
            rows[i] =
                product.weight.data + size_t(chunk.firstOutput + std::min(i, chunk.outputs - 1)) * product.rowBytes();
    }
    void advance(size_t bytes)
    {
        for (const std::byte*& row : rows)
            row += bytes;
    }
};

void accumulateQuantised(const Product& product, const Chunk& chunk, int panels, float* c)
{
    const ActivationBlock* x = product.x.quantisedBlocks(product.traits.form);
    WeightPanel decoded[chunkPanels];
    RowPointers pointers(product, chunk);
    const size_t blockBytes = product.blockBytes();
    for (int b = 0; b < product.x.blocks; ++b, pointers.advance(blockBytes)) {
        const int values = product.valuesOf(b);
        for (int panel = 0; panel < panels; ++panel)
            kernels().decode(product.weight.type, pointers.rows + panel * panelRows, values, decoded[panel]);
        const size_t at = size_t(b) * size_t(product.x.source.rows) + size_t(chunk.firstToken);
        kernels().multiply(product.traits.groups, decoded, panels, values / product.traits.groups.groupSize, x + at,
                           product.sums + at, chunk.tokens, c);
    }
}

void accumulatePlain(const Product& product, const Chunk& chunk, int panels, float* c)
{
    const PlainActivationBlock* x = product.x.plainBlocks(product.traits.form);
    PlainPanel decoded[chunkPanels];
    RowPointers pointers(product, chunk);
    const size_t blockBytes = product.blockBytes();
    for (int b = 0; b < product.x.blocks; ++b, pointers.advance(blockBytes)) {
        const int values = product.valuesOf(b);
        for (int panel = 0; panel < panels; ++panel)
            kernels().decodePlain(product.weight.type, pointers.rows + panel * panelRows, values, decoded[panel]);
        const size_t at = size_t(b) * size_t(product.x.source.rows) + size_t(chunk.firstToken);
        kernels().multiplyPlain({.w = decoded[0].w[0],
                                 .panelStride = sizeof(PlainPanel) / sizeof(float),
                                 .panels = panels,
                                 .values = values,
                                 .x = x[at].x,
                                 .xStride = blockValues,
                                 .tokens = chunk.tokens,
                                 .c = c,
                                 .cStride = panels * panelRows});
    }
}

void runChunk(const Product& product, const Chunk& chunk)
{
    alignas(64) float c[chunkTokens * chunkOutputs]; // tokens × (panels · 16)
    const int panels = (chunk.outputs + panelRows - 1) / panelRows;
    const int columns = panels * panelRows;
    std::fill_n(c, chunk.tokens * columns, 0.0f);
    if (product.traits.isQuantised)
        accumulateQuantised(product, chunk, panels, c);
    else
        accumulatePlain(product, chunk, panels, c);
    float* y = product.y + std::ptrdiff_t(chunk.firstToken) * product.yStride + chunk.firstOutput;
    for (int token = 0; token < chunk.tokens; ++token, y += product.yStride)
        std::memcpy(y, c + token * columns, size_t(chunk.outputs) * sizeof(float));
}

} // namespace

bool linear(const WeightView& weight, Activations& x, float* y, int yStride, runtime::ThreadPool& pool,
            std::stop_token stop)
{
    Q_ASSERT(x.inputs() == weight.inputs);
    if (x.rows() == 0)
        return true;
    const WeightTraits traits = weightTraits(weight.type);
    if (!x.d->prepare(traits, pool, stop))
        return false;
    const Product product {weight, traits, *x.d, traits.isQuantised ? x.d->sums(traits) : nullptr, y, yStride};
    return pool.run(
        product.outputChunks() * product.tokenChunks(),
        [&](int index, int) { runChunk(product, product.chunk(index)); }, stop);
}

} // namespace lacuna::kernels
