// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/attention.h"

#include "kernels/kernel_table.h"
#include "kernels/scratch.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace lacuna::kernels {

namespace {

constexpr int roundUp(int value, int multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

/// Query rows that a chunk takes: their scores should stay in the second-level cache.
int rowsPerChunk(int positions)
{
    return std::clamp(262144 / positions, 4, 64);
}

} // namespace

/// Both products are those of a linear layer, so they run on its f32 kernel: scores = q · keysᵀ with the keys as weight
/// rows, out = scores · values with the values' columns as weight rows. Keys and values are laid out as that kernel's
/// panels once per run.
struct Attention::Private {
    HeadShape shape;
    int paddedHead = 0; ///< headSize, rounded up to whole panels
    int keyDepth = 0; ///< headSize, rounded up to what the packing of keys writes
    int positions = 0;
    int paddedPositions = 0;
    int scoreStride =
        0; ///< ≥ paddedPositions, an odd number of cache lines: rows are not to fall into the same few sets
    Scratch<float> keys; ///< kvHeads × paddedPositions / 16 panels × keyDepth × 16 keys
    Scratch<float> values; ///< kvHeads × paddedHead / 16 panels × positions × 16 columns
    Scratch<float> queries; ///< workers × rowsPerChunk × headSize
    Scratch<float> scores; ///< workers × rowsPerChunk × scoreStride
    Scratch<float> sums; ///< workers × rowsPerChunk × paddedHead

    float* keyPanel(int kvHead, int panel) const
    {
        return keys.data() + (std::ptrdiff_t(kvHead) * (paddedPositions / panelRows) + panel) * keyDepth * panelRows;
    }
    float* valuePanel(int kvHead, int panel) const
    {
        return values.data() + (std::ptrdiff_t(kvHead) * (paddedHead / panelRows) + panel) * positions * panelRows;
    }
    void packKeys(ConstMatrix source, int panel) const;
    void packValues(ConstMatrix source, int firstPosition, int endPosition) const;
    void attend(ConstMatrix q, Matrix out, int head, int firstRow, int rows, float* query, float* score,
                float* sum) const;
};

Attention::Attention(HeadShape shape)
    : d(std::make_unique<Private>())
{
    Q_ASSERT(shape.kvHeads >= 1 && shape.heads % shape.kvHeads == 0 && shape.headSize >= 1);
    d->shape = shape;
    d->paddedHead = roundUp(shape.headSize, panelRows);
    d->keyDepth = roundUp(shape.headSize, 8);
}

Attention::~Attention() = default;

quint64 Attention::scratchBytes(HeadShape shape, int positions)
{
    const auto padded = quint64(roundUp(positions, panelRows));
    const auto kvHeads = quint64(shape.kvHeads);
    return sizeof(float)
        * (kvHeads * padded * quint64(roundUp(shape.headSize, 8))
           + kvHeads * quint64(positions) * quint64(roundUp(shape.headSize, panelRows)));
}

/// 16 keys of every head; past the last position there are zeros.
void Attention::Private::packKeys(ConstMatrix source, int panel) const
{
    const int first = panel * panelRows;
    const int count = std::min(panelRows, positions - first);
    for (int head = 0; head < shape.kvHeads; ++head) {
        for (int i = 0; i < shape.headSize; i += plainBlockValues) {
            const int columns = std::min(plainBlockValues, shape.headSize - i);
            const float* from = source.row(first) + head * shape.headSize + i;
            std::ptrdiff_t stride = source.stride;
            float copies[panelRows][plainBlockValues] = {};
            if (count < panelRows || columns % 4 != 0) { // the kernel wants 16 rows of whole fours
                for (int row = 0; row < count; ++row)
                    std::memcpy(copies[row], from + row * stride, size_t(columns) * sizeof(float));
                from = copies[0];
                stride = plainBlockValues;
            }
            kernels().decodePlain(quant::TensorType::F32, reinterpret_cast<const std::byte*>(from),
                                  stride * std::ptrdiff_t(sizeof(float)), columns,
                                  reinterpret_cast<PlainPanel&>(keyPanel(head, panel)[i * panelRows]));
        }
    }
}

void Attention::Private::packValues(ConstMatrix source, int firstPosition, int endPosition) const
{
    for (int head = 0; head < shape.kvHeads; ++head) {
        for (int panel = 0; panel < paddedHead / panelRows; ++panel) {
            const int first = panel * panelRows;
            const int columns = std::min(panelRows, shape.headSize - first);
            for (int position = firstPosition; position < endPosition; ++position) {
                float* to = valuePanel(head, panel) + std::ptrdiff_t(position) * panelRows;
                std::memcpy(to, source.row(position) + head * shape.headSize + first, size_t(columns) * sizeof(float));
                std::fill(to + columns, to + panelRows, 0.0f);
            }
        }
    }
}

/// Rows firstRow … firstRow + rows − 1 of a head, in the memory of one worker.
void Attention::Private::attend(ConstMatrix q, Matrix out, int head, int firstRow, int rows, float* query, float* score,
                                float* sum) const
{
    const int kvHead = head / (shape.heads / shape.kvHeads);
    const int column = head * shape.headSize;
    const size_t headBytes = size_t(shape.headSize) * sizeof(float);
    for (int row = 0; row < rows; ++row)
        std::memcpy(query + row * shape.headSize, q.row(firstRow + row) + column, headBytes);
    std::fill_n(score, std::ptrdiff_t(rows) * scoreStride, 0.0f);
    for (int i = 0; i < shape.headSize; i += plainBlockValues) {
        kernels().multiplyPlain({.w = keyPanel(kvHead, 0) + i * panelRows,
                                 .panelStride = std::ptrdiff_t(keyDepth) * panelRows,
                                 .panels = paddedPositions / panelRows,
                                 .values = std::min(plainBlockValues, shape.headSize - i),
                                 .x = query + i,
                                 .xStride = shape.headSize,
                                 .tokens = rows,
                                 .c = score,
                                 .cStride = scoreStride});
    }
    const float factor = 1 / std::sqrt(float(shape.headSize));
    for (int row = 0; row < rows; ++row)
        kernels().softmax(factor, positions, score + std::ptrdiff_t(row) * scoreStride);
    std::fill_n(sum, rows * paddedHead, 0.0f);
    for (int position = 0; position < positions; position += plainBlockValues) {
        kernels().multiplyPlain({.w = valuePanel(kvHead, 0) + std::ptrdiff_t(position) * panelRows,
                                 .panelStride = std::ptrdiff_t(positions) * panelRows,
                                 .panels = paddedHead / panelRows,
                                 .values = std::min(plainBlockValues, positions - position),
                                 .x = score + position,
                                 .xStride = scoreStride,
                                 .tokens = rows,
                                 .c = sum,
                                 .cStride = paddedHead});
    }
    for (int row = 0; row < rows; ++row)
        std::memcpy(out.row(firstRow + row) + column, sum + row * paddedHead, headBytes);
}

bool Attention::run(ConstMatrix q, ConstMatrix keys, ConstMatrix values, Matrix out, runtime::ThreadPool& pool,
                    std::stop_token stop)
{
    const HeadShape& shape = d->shape;
    Q_ASSERT(keys.rows >= 1 && keys.rows == values.rows && keys.columns == shape.kvHeads * shape.headSize);
    Q_ASSERT(q.rows == out.rows && q.columns == shape.heads * shape.headSize && values.columns == keys.columns);
    const runtime::PartClock::Scope part(pool.parts(), runtime::Part::Attention);
    d->positions = keys.rows;
    d->paddedPositions = roundUp(keys.rows, panelRows);
    d->scoreStride = d->paddedPositions | panelRows;
    const int blockRows = rowsPerChunk(keys.rows);
    const size_t queriesOfWorker = size_t(blockRows) * size_t(shape.headSize);
    const size_t scoresOfWorker = size_t(blockRows) * size_t(d->scoreStride);
    const size_t sumsOfWorker = size_t(blockRows) * size_t(d->paddedHead);
    d->keys.reserve(size_t(shape.kvHeads) * size_t(d->paddedPositions) * size_t(d->keyDepth));
    d->values.reserve(size_t(shape.kvHeads) * size_t(d->paddedHead) * size_t(d->positions));
    d->queries.reserve(size_t(pool.size()) * queriesOfWorker);
    d->scores.reserve(size_t(pool.size()) * scoresOfWorker);
    d->sums.reserve(size_t(pool.size()) * sumsOfWorker);

    const auto pack = [&](int panel, int) {
        d->packKeys(keys, panel);
        d->packValues(values, panel * panelRows, std::min(d->positions, (panel + 1) * panelRows));
    };
    if (!pool.run(d->paddedPositions / panelRows, pack, stop))
        return false;

    const int rowBlocks = (q.rows + blockRows - 1) / blockRows;
    const auto attend = [&](int chunk, int worker) {
        const int first = chunk % rowBlocks * blockRows;
        d->attend(q, out, chunk / rowBlocks, first, std::min(blockRows, q.rows - first),
                  d->queries.data() + size_t(worker) * queriesOfWorker,
                  d->scores.data() + size_t(worker) * scoresOfWorker, d->sums.data() + size_t(worker) * sumsOfWorker);
    };
    return pool.run(shape.heads * rowBlocks, attend, stop);
}

} // namespace lacuna::kernels
