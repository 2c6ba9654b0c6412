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

/// The 16 rows of a panel, block after block. Where rows are missing at the matrix's end, or where a kernel would read
/// past it, blocks are copied to a place where there is room.
class PanelRows {
public:
    PanelRows(const Product& product, const Chunk& chunk, int panel)
        : m_product(product)
        , m_rows(std::clamp(chunk.outputs - panel * panelRows, 0, panelRows))
        , m_rowBytes(product.rowBytes())
        , m_data(product.weight.data + size_t(chunk.firstOutput + panel * panelRows) * m_rowBytes)
    {
    }

    /// Calls use(first row, stride) for a block.
    template<typename Use>
    void withBlock(int block, Use use) const
    {
        const size_t bytes = size_t(*quant::byteSize(m_product.weight.type, quint64(m_product.valuesOf(block))));
        const std::byte* data = m_data + size_t(block) * m_product.blockBytes();
        if (m_rows == panelRows && (m_product.traits.isQuantised || bytes % 16 == 0))
            return use(data, std::ptrdiff_t(m_rowBytes));
        std::byte copies[panelRows][blockValues * sizeof(float)] = {};
        for (int row = 0; row < m_rows; ++row)
            std::memcpy(copies[row], data + size_t(row) * m_rowBytes, bytes);
        use(copies[0], sizeof copies[0]);
    }

private:
    const Product& m_product;
    int m_rows;
    size_t m_rowBytes;
    const std::byte* m_data;
};

void accumulateQuantised(const Product& product, const Chunk& chunk, float* c)
{
    const ActivationBlock* x = product.x.quantisedBlocks(product.traits.form);
    WeightPanel decoded[chunkPanels];
    const PanelRows rows[chunkPanels] = {{product, chunk, 0}, {product, chunk, 1}};
    kernels().begin(product.traits.groups, chunk.tokens);
    for (int b = 0; b < product.x.blocks; ++b) {
        const int values = product.valuesOf(b);
        for (int panel = 0; panel < chunkPanels; ++panel) {
            rows[panel].withBlock(b, [&](const std::byte* data, std::ptrdiff_t stride) {
                kernels().decode(product.weight.type, data, stride, values, decoded[panel]);
            });
        }
        const size_t at = size_t(b) * size_t(product.x.source.rows) + size_t(chunk.firstToken);
        kernels().multiply(product.traits.groups, decoded, chunkPanels, values / product.traits.groups.groupSize,
                           x + at, product.sums + at, chunk.tokens, c);
    }
}

void accumulatePlain(const Product& product, const Chunk& chunk, float* c)
{
    const PlainActivationBlock* x = product.x.plainBlocks(product.traits.form);
    PlainPanel decoded[chunkPanels];
    const PanelRows rows[chunkPanels] = {{product, chunk, 0}, {product, chunk, 1}};
    for (int b = 0; b < product.x.blocks; ++b) {
        const int values = product.valuesOf(b);
        for (int panel = 0; panel < chunkPanels; ++panel) {
            rows[panel].withBlock(b, [&](const std::byte* data, std::ptrdiff_t stride) {
                kernels().decodePlain(product.weight.type, data, stride, values, decoded[panel]);
            });
        }
        const size_t at = size_t(b) * size_t(product.x.source.rows) + size_t(chunk.firstToken);
        kernels().multiplyPlain({.w = decoded[0].w[0],
                                 .panelStride = sizeof(PlainPanel) / sizeof(float),
                                 .panels = chunkPanels,
                                 .values = values,
                                 .x = x[at].x,
                                 .xStride = blockValues,
                                 .tokens = chunk.tokens,
                                 .c = c,
                                 .cStride = chunkOutputs});
    }
}

void runChunk(const Product& product, const Chunk& chunk)
{
    alignas(64) float c[chunkTokens * chunkOutputs]; // tokens × outputs
    std::fill_n(c, chunk.tokens * chunkOutputs, 0.0f);
    if (product.traits.isQuantised)
        accumulateQuantised(product, chunk, c);
    else
        accumulatePlain(product, chunk, c);
    float* y = product.y + std::ptrdiff_t(chunk.firstToken) * product.yStride + chunk.firstOutput;
    for (int token = 0; token < chunk.tokens; ++token, y += product.yStride)
        std::memcpy(y, c + token * chunkOutputs, size_t(chunk.outputs) * sizeof(float));
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
