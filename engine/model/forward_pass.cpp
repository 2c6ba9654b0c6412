// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/forward_pass.h"

#include "kernels/norm.h"
#include "quant/dequantise.h"

#include <algorithm>
#include <vector>

namespace lacuna::model {

using kernels::ConstMatrix;
using kernels::Matrix;
using runtime::Part;

namespace {

/// Floats from row to row of a buffer: an odd number of cache lines, so that the rows' values for the same column,
/// which a linear layer writes together, do not compete for a few sets of the caches.
constexpr int strideOf(int columns)
{
    constexpr int lineFloats = 16;
    return ((columns + lineFloats - 1) / lineFloats | 1) * lineFloats;
}

/// Moves the rows `kept` to the front. Ascending indices: no row is overwritten before it has been moved.
void compact(Matrix rows, std::span<const int> kept)
{
    for (std::size_t i = 0; i < kept.size(); ++i)
        std::copy_n(rows.row(kept[i]), rows.columns, rows.row(int(i)));
}

} // namespace

ForwardPass::ForwardPass(const Hyperparameters& hyperparameters, const Weights& weights, runtime::ThreadPool& pool)
    : m_hyperparameters(hyperparameters)
    , m_weights(weights)
    , m_pool(pool)
    , m_attention(hyperparameters.headShape())
    , m_rope(hyperparameters.ropeDimensions, hyperparameters.ropeBase)
{
}

void ForwardPass::reserve(int rows, int positions)
{
    const auto grow = [rows](kernels::Scratch<float>& buffer, int columns) {
        buffer.reserve(std::size_t(rows) * std::size_t(strideOf(columns)));
    };
    grow(m_residual, m_hyperparameters.width);
    grow(m_normed, m_hyperparameters.width);
    grow(m_query, m_hyperparameters.queryWidth());
    grow(m_key, m_hyperparameters.kvWidth());
    grow(m_value, m_hyperparameters.kvWidth());
    grow(m_inner, m_hyperparameters.ffn);
    m_rope.extend(positions);
}

quint64 ForwardPass::bufferBytes(const Hyperparameters& h, int rows, int positions)
{
    const quint64 columns = 2 * quint64(strideOf(h.width)) + quint64(strideOf(h.queryWidth()))
        + 2 * quint64(strideOf(h.kvWidth())) + quint64(strideOf(h.ffn));
    // The quantised activations of the widest projection take about a third of its f32 form.
    const quint64 quantised = quint64(std::max({h.width, h.queryWidth(), h.ffn})) * sizeof(float) / 3;
    return quint64(rows) * (columns * sizeof(float) + quantised)
        + quint64(positions) * quint64(h.ropeDimensions) * sizeof(float);
}

bool ForwardPass::embed(std::span<const TokenId> tokens, std::stop_token stop)
{
    m_rows = int(tokens.size());
    const kernels::WeightView& table = m_weights.embedding;
    const std::size_t rowBytes = std::size_t(*quant::byteSize(table.type, quint64(table.inputs)));
    const Matrix residual = rows(m_residual, m_hyperparameters.width);
    const auto embedRow = [&](int row, int) {
        const std::byte* blocks = table.data + std::size_t(tokens[std::size_t(row)]) * rowBytes;
        // Type and extents were checked when the model was loaded.
        [[maybe_unused]] const auto done =
            quant::dequantise(table.type, {blocks, rowBytes}, {residual.row(row), std::size_t(table.inputs)});
        Q_ASSERT(done);
    };
    return m_pool.run(m_rows, embedRow, stop);
}

bool ForwardPass::layer(int index, std::span<const int> positions, std::span<const int> kept, KvStore& store,
                        std::stop_token stop)
{
    const LayerWeights& weights = m_weights.layers[std::size_t(index)];
    const kernels::KvPanels kv = store.layer(index);
    if (!storeKeysAndValues(weights, positions, kv, stop))
        return false;
    std::vector<int> keptPositions;
    for (int row : kept)
        keptPositions.push_back(positions[std::size_t(row)]);
    keepRows(kept);
    return m_rows == 0 || (attend(weights, keptPositions, kv, stop) && feedForward(weights, stop));
}

bool ForwardPass::storeKeysAndValues(const LayerWeights& weights, std::span<const int> positions, kernels::KvPanels kv,
                                     std::stop_token stop)
{
    const Hyperparameters& h = m_hyperparameters;
    const Matrix normed = rows(m_normed, h.width);
    const Matrix key = rows(m_key, h.kvWidth());
    const Matrix value = rows(m_value, h.kvWidth());
    const quant::TensorType readers[] = {weights.key.type, weights.value.type, weights.query.type};
    if (!kernels::rmsNorm(rows(m_residual, h.width), weights.attentionNorm.data(), h.rmsEpsilon, normed, m_activations,
                          readers, m_pool, stop))
        return false;
    return project(Part::QueryKeyValue, weights.key, key, stop)
        && project(Part::QueryKeyValue, weights.value, value, stop)
        && kv.store(key, value, positions, m_rope, m_pool, stop);
}

void ForwardPass::keepRows(std::span<const int> kept)
{
    if (int(kept.size()) == m_rows)
        return;
    compact(rows(m_residual, m_hyperparameters.width), kept);
    compact(rows(m_normed, m_hyperparameters.width), kept);
    m_rows = int(kept.size());
    m_activations.set(rows(m_normed, m_hyperparameters.width));
}

bool ForwardPass::attend(const LayerWeights& weights, std::span<const int> positions, const kernels::KvPanels& kv,
                         std::stop_token stop)
{
    const Matrix query = rows(m_query, m_hyperparameters.queryWidth());
    if (!project(Part::QueryKeyValue, weights.query, query, stop)
        || !m_attention.run(query, positions, m_rope, kv, query, m_pool, stop))
        return false;
    m_activations.set(query);
    return addProjection(Part::AttentionOutput, weights.attentionOutput, stop);
}

bool ForwardPass::feedForward(const LayerWeights& weights, std::stop_token stop)
{
    const Hyperparameters& h = m_hyperparameters;
    const Matrix normed = rows(m_normed, h.width);
    const quant::TensorType readers[] = {weights.gate.type, weights.up.type};
    if (!kernels::rmsNorm(rows(m_residual, h.width), weights.ffnNorm.data(), h.rmsEpsilon, normed, m_activations,
                          readers, m_pool, stop))
        return false;
    const Matrix inner = rows(m_inner, h.ffn);
    {
        const runtime::PartClock::Scope scope(m_pool.parts(), Part::GateUp);
        if (!kernels::gatedLinear(weights.gate, weights.up, m_activations, inner, m_pool, stop))
            return false;
    }
    m_activations.set(inner);
    return addProjection(Part::Down, weights.down, stop);
}

Matrix ForwardPass::rows(const kernels::Scratch<float>& buffer, int columns) const
{
    return {buffer.data(), m_rows, columns, strideOf(columns)};
}

bool ForwardPass::finish(Matrix hidden, std::stop_token stop)
{
    return kernels::rmsNorm(rows(m_residual, m_hyperparameters.width), m_weights.outputNorm.data(),
                            m_hyperparameters.rmsEpsilon, hidden, m_pool, stop);
}

bool ForwardPass::head(ConstMatrix hidden, int pieceIds, kernels::UsePiece use, std::stop_token stop)
{
    m_activations.set(hidden);
    const runtime::PartClock::Scope scope(m_pool.parts(), Part::Head);
    return kernels::linearInPieces(m_weights.output, m_activations, pieceIds, use, m_pool, stop);
}

bool ForwardPass::project(Part part, const kernels::WeightView& weight, Matrix y, std::stop_token stop)
{
    const runtime::PartClock::Scope scope(m_pool.parts(), part);
    return kernels::linear(weight, m_activations, y, m_pool, stop);
}

bool ForwardPass::addProjection(Part part, const kernels::WeightView& weight, std::stop_token stop)
{
    const runtime::PartClock::Scope scope(m_pool.parts(), part);
    return kernels::addLinear(weight, m_activations, rows(m_residual, m_hyperparameters.width), m_pool, stop);
}

} // namespace lacuna::model
