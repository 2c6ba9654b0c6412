// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/linear.h"

#include "kernels/activations.h"
#include "kernels/scratch.h"
#include "kernels/weights_ahead.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>

namespace lacuna::kernels {

namespace {

// A chunk of work is 32 weight rows × up to 512 activation rows: its decoded block (2 panels) and its sums stay in the
// caches nearest to the core.
constexpr int chunkOutputs = productRows;
constexpr int chunkTokens = 512;
// Blocks × tokens that a kernel is given at once. A stop may take 50 ms, and is asked for in between: the scalar
// kernels need longer than that for a whole chunk.
constexpr int blockTokensAtOnce = 512;

struct Chunk {
    int firstOutput;
    int outputs;
    int firstToken;
    int tokens;
};

/// The weights that a thread decodes after those of a chunk, as far as that can be known.
using NextWeights = std::span<const std::byte>;

/// Everything that the chunks of one product share.
struct Product {
    const WeightView& weight;
    WeightTraits traits;
    const Activations::Private& x;
    const ActivationSums* sums;
    Matrix y;
    int blocks; ///< in a weight row
    int valuesOfLast; ///< all but the last block have blockSize(traits) values
    size_t rowBytes;
    size_t blockBytes;
    size_t bytesOfLast;
    std::stop_token stop;

    Product(const WeightView& weightView, const WeightTraits& weightTraits, Activations::Private& activations,
            Matrix result, const std::stop_token& stopToken)
        : weight(weightView)
        , traits(weightTraits)
        , x(activations)
        , sums(traits.isQuantised ? activations.sums(traits) : nullptr)
        , y(result)
        , blocks(blocksOf(weight.inputs, traits))
        , valuesOfLast(weight.inputs - (blocks - 1) * blockSize(traits))
        , rowBytes(bytes(weight.inputs))
        , blockBytes(bytes(blockSize(traits)))
        , bytesOfLast(bytes(valuesOfLast))
        , stop(stopToken)
    {
        Q_ASSERT(weight.inputs == x.source.columns && y.rows == x.source.rows && y.columns == weight.outputs);
    }

    int outputChunks() const { return (weight.outputs + chunkOutputs - 1) / chunkOutputs; }
    int tokenChunks() const { return (x.source.rows + chunkTokens - 1) / chunkTokens; }
    Chunk chunk(int index) const
    {
        const int output = index / tokenChunks() * chunkOutputs;
        const int token = index % tokenChunks() * chunkTokens;
        return {output, std::min(chunkOutputs, weight.outputs - output), token,
                std::min(chunkTokens, x.source.rows - token)};
    }
    /// Those of a chunk.
    NextWeights weightsOf(const Chunk& chunk) const
    {
        return {weight.data + size_t(chunk.firstOutput) * rowBytes, size_t(chunk.outputs) * rowBytes};
    }
    /// Where a chunk's result goes.
    float* place(const Chunk& chunk) const { return y.row(chunk.firstToken) + chunk.firstOutput; }
    int valuesOf(int block) const { return block == blocks - 1 ? valuesOfLast : blockSize(traits); }
    /// Where a block of activations begins for a chunk.
    size_t activationIndex(int block, const Chunk& chunk) const
    {
        return size_t(block) * size_t(x.source.rows) + size_t(chunk.firstToken);
    }

private:
    size_t bytes(int values) const { return size_t(*quant::byteSize(weight.type, quint64(values))); }
};

/// The 32 rows of a chunk's weights. Where rows are missing at the matrix's end, or where a kernel would read past it,
/// blocks are copied to a place where there is room.
class ChunkRows {
public:
    ChunkRows(const Product& product, const Chunk& chunk)
        : m_product(product)
        , m_rows(chunk.outputs)
        , m_data(product.weightsOf(chunk).data())
        , m_isWhole(m_rows == chunkOutputs && (product.traits.isQuantised || product.bytesOfLast % 16 == 0))
    {
    }

    /// Whether several blocks can be had at once.
    bool isWhole() const { return m_isWhole; }
    /// Calls use(first row, stride) for a block and, if whole, all that follow.
    template<typename Use>
    void withBlock(int block, Use use) const
    {
        const std::byte* data = m_data + size_t(block) * m_product.blockBytes;
        if (m_isWhole)
            return use(data, std::ptrdiff_t(m_product.rowBytes));
        const size_t bytes = block == m_product.blocks - 1 ? m_product.bytesOfLast : m_product.blockBytes;
        std::byte copies[chunkOutputs][plainBlockValues * sizeof(float)] = {};
        static_assert(sizeof copies[0] >= blockValues / 32 * 34); // Q8_0's, the largest of the quantised ones
        for (int row = 0; row < m_rows; ++row)
            std::memcpy(copies[row], data + size_t(row) * m_product.rowBytes, bytes);
        use(copies[0], sizeof copies[0]);
    }

private:
    const Product& m_product;
    int m_rows;
    const std::byte* m_data;
    bool m_isWhole;
};

const KernelTable& kernelsFor(int tokens)
{
    const KernelTable& table = kernels();
    return tokens < table.fewTokens ? *table.forFewTokens : table;
}

/// The last block's product goes to `result`, with its sums of all blocks.
void multiplyQuantised(const Product& product, const Chunk& chunk, float* sum, float* result,
                       std::ptrdiff_t resultStride, NextWeights next)
{
    const KernelTable& table = kernelsFor(chunk.tokens);
    const ActivationBlock* x = product.x.quantisedBlocks(product.traits.form);
    const ChunkRows rows(product, chunk);
    const int blocksAtOnce = rows.isWhole() ? std::max(1, blockTokensAtOnce / chunk.tokens) : 1;
    table.begin(product.traits.groups, chunk.tokens);
    for (int b = 0; b < product.blocks && !product.stop.stop_requested(); b += blocksAtOnce) {
        const int end = std::min(b + blocksAtOnce, product.blocks);
        const bool isLast = end == product.blocks;
        const size_t at = product.activationIndex(b, chunk);
        const NextWeights share = next.first(next.size() / size_t(product.blocks - b) * size_t(end - b));
        next = next.subspan(share.size());
        rows.withBlock(b, [&](const std::byte* data, std::ptrdiff_t stride) {
            table.multiply({.type = product.weight.type,
                            .traits = product.traits.groups,
                            .weights = data,
                            .weightStride = stride,
                            .inputs = (end - b - 1) * blockSize(product.traits) + product.valuesOf(end - 1),
                            .x = x + at,
                            .sums = product.sums + at,
                            .blockStride = product.x.source.rows,
                            .tokens = chunk.tokens,
                            .sum = sum,
                            .result = isLast ? result : sum,
                            .resultStride = isLast ? resultStride : chunkOutputs,
                            .next = share.data(),
                            .nextBytes = std::ptrdiff_t(share.size())});
        });
    }
    table.end();
}

void multiplyPlain(const Product& product, const Chunk& chunk, float* sum, NextWeights next)
{
    const PlainActivationBlock* x = product.x.plainBlocks(product.traits.form);
    PlainPanel decoded[productPanels];
    const ChunkRows rows(product, chunk);
    struct Here;
    WeightsAhead<Here> ahead(next.data(), std::ptrdiff_t(next.size()), product.blocks, 0);
    for (int b = 0; b < product.blocks && !product.stop.stop_requested(); ++b) {
        const int values = product.valuesOf(b);
        rows.withBlock(b, [&](const std::byte* data, std::ptrdiff_t stride) {
            for (PlainPanel& panel : decoded) {
                ahead.ask(ahead.bytesPerPanel());
                kernels().decodePlain(product.weight.type, data, stride, values, panel);
                data += panelRows * stride;
            }
        });
        const size_t at = product.activationIndex(b, chunk);
        kernels().multiplyPlain({.w = decoded[0].w[0],
                                 .panelStride = sizeof(PlainPanel) / sizeof(float),
                                 .panels = productPanels,
                                 .values = values,
                                 .x = x[at].x,
                                 .xStride = plainBlockValues,
                                 .tokens = chunk.tokens,
                                 .c = sum,
                                 .cStride = chunkOutputs});
    }
}

/// A chunk's product, tokens × outputs.
struct alignas(64) Sums {
    float values[chunkTokens * chunkOutputs];

    float* row(int token) { return values + token * chunkOutputs; }
};

void clear(Sums& sums, const Chunk& chunk)
{
    std::fill_n(sums.values, chunk.tokens * chunkOutputs, 0.0f);
}

void multiply(const Product& product, const Chunk& chunk, Sums& sums, NextWeights next)
{
    clear(sums, chunk);
    if (product.traits.isQuantised)
        multiplyQuantised(product, chunk, sums.values, sums.values, chunkOutputs, next);
    else
        multiplyPlain(product, chunk, sums.values, next);
}

void copyToPlace(const Product& product, const Chunk& chunk, Sums& sums)
{
    float* y = product.place(chunk);
    for (int token = 0; token < chunk.tokens; ++token, y += product.y.stride)
        std::memcpy(y, sums.row(token), size_t(chunk.outputs) * sizeof(float));
}

/// y = x · Wᵀ
void store(const Product& product, const Chunk& chunk, NextWeights next)
{
    Sums sums;
    if (product.traits.isQuantised && chunk.outputs == chunkOutputs) {
        clear(sums, chunk);
        return multiplyQuantised(product, chunk, sums.values, product.place(chunk), product.y.stride, next);
    }
    multiply(product, chunk, sums, next);
    copyToPlace(product, chunk, sums);
}

/// y += x · Wᵀ
void add(const Product& product, const Chunk& chunk, NextWeights next)
{
    Sums sums;
    multiply(product, chunk, sums, next);
    float* y = product.place(chunk);
    for (int token = 0; token < chunk.tokens; ++token, y += product.y.stride)
        kernels().add(sums.row(token), chunk.outputs, y);
}

/// y = silu(x · gateᵀ) · (x · upᵀ)
void storeGated(const Product& gate, const Product& up, const Chunk& chunk, NextWeights next)
{
    Sums gates;
    Sums ups;
    multiply(gate, chunk, gates, up.weightsOf(chunk));
    multiply(up, chunk, ups, next);
    kernels().swiglu(ups.values, chunk.tokens * chunkOutputs, gates.values);
    copyToPlace(gate, chunk, gates);
}

/// Calls body(chunk, the weights of the thread's next chunk) for every chunk of a product, on the pool. Which chunk
/// comes next depends on the other threads; one further for each of them is likely. False when stopped.
template<typename Body>
bool forEachChunk(const Product& product, runtime::ThreadPool& pool, Body body)
{
    const int chunks = product.outputChunks() * product.tokenChunks();
    const auto run = [&](int index, int) {
        const int next = index + pool.size();
        body(product.chunk(index), next < chunks ? product.weightsOf(product.chunk(next)) : NextWeights());
    };
    return pool.run(chunks, run, product.stop) && !product.stop.stop_requested();
}

/// Nothing when stopped.
std::optional<Product> prepare(const WeightView& weight, Activations::Private& x, Matrix y, runtime::ThreadPool& pool,
                               const std::stop_token& stop)
{
    const runtime::PartClock::Scope part(pool.parts(), runtime::Part::Quantisation);
    if (!x.prepare(weight.type, pool, stop))
        return {};
    return Product(weight, weightTraits(weight.type), x, y, stop);
}

} // namespace

bool linear(const WeightView& weight, Activations& x, Matrix y, runtime::ThreadPool& pool, std::stop_token stop)
{
    const auto product = prepare(weight, *x.d, y, pool, stop);
    return product
        && forEachChunk(*product, pool, [&](const Chunk& chunk, NextWeights next) { store(*product, chunk, next); });
}

bool linearInPieces(const WeightView& weight, Activations& x, int pieceOutputs, UsePiece use, runtime::ThreadPool& pool,
                    std::stop_token stop)
{
    const auto whole = prepare(weight, *x.d, {nullptr, x.rows(), weight.outputs}, pool, stop);
    if (!whole)
        return false;
    const size_t pieceValues = size_t(x.rows()) * size_t(pieceOutputs);
    Scratch<float> values;
    values.reserve(pieceValues * size_t(pool.size()));
    const auto run = [&](int index, int worker) {
        const int first = index * pieceOutputs;
        const int outputs = std::min(pieceOutputs, weight.outputs - first);
        const WeightView view {weight.type, weight.data + size_t(first) * whole->rowBytes, outputs, weight.inputs};
        const Matrix y {values.data() + size_t(worker) * pieceValues, x.rows(), outputs, pieceOutputs};
        const Product piece(view, whole->traits, *x.d, y, stop);
        const int likelyNext = first + pool.size() * pieceOutputs;
        const NextWeights after = likelyNext < weight.outputs
            ? whole->weightsOf({likelyNext, std::min(chunkOutputs, weight.outputs - likelyNext), 0, x.rows()})
            : NextWeights();
        const int chunks = piece.outputChunks() * piece.tokenChunks();
        for (int i = 0; i < chunks; ++i)
            store(piece, piece.chunk(i), i + 1 < chunks ? piece.weightsOf(piece.chunk(i + 1)) : after);
        if (!stop.stop_requested())
            use(first, y);
    };
    return pool.run((weight.outputs + pieceOutputs - 1) / pieceOutputs, run, stop) && !stop.stop_requested();
}

bool addLinear(const WeightView& weight, Activations& x, Matrix y, runtime::ThreadPool& pool, std::stop_token stop)
{
    const auto product = prepare(weight, *x.d, y, pool, stop);
    return product
        && forEachChunk(*product, pool, [&](const Chunk& chunk, NextWeights next) { add(*product, chunk, next); });
}

bool gatedLinear(const WeightView& gate, const WeightView& up, Activations& x, Matrix y, runtime::ThreadPool& pool,
                 std::stop_token stop)
{
    const auto gateProduct = prepare(gate, *x.d, y, pool, stop);
    const auto upProduct = prepare(up, *x.d, y, pool, stop);
    return gateProduct && upProduct && forEachChunk(*gateProduct, pool, [&](const Chunk& chunk, NextWeights next) {
               storeGated(*gateProduct, *upProduct, chunk, next);
           });
}

} // namespace lacuna::kernels
