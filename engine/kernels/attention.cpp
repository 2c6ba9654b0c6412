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
    return std::clamp(65536 / positions, 4, 32);
}

} // namespace

/// Both products are those of a linear layer, so they run on its f32 kernel: scores = q · keysᵀ with the keys as weight
/// rows, out = scores · values with the values' columns as weight rows. Keys and values are laid out as that kernel's
/// panels once per run.
struct Attention::Private {
    HeadShape shape;
    int paddedHead = 0; ///< headSize, rounded up to whole panels
    int positions = 0;
    int paddedPositions = 0;
    Scratch<float> keys; ///< kvHeads × paddedPositions / 16 panels × headSize × 16 keys
    Scratch<float> values; ///< kvHeads × paddedHead / 16 panels × positions × 16 columns
    Scratch<float> scores; ///< workers × rowsPerChunk × paddedPositions
    Scratch<float> sums; ///< workers × rowsPerChunk × paddedHead

    float* keyPanel(int kvHead, int panel) const
    {
        return keys.data()
            + (std::ptrdiff_t(kvHead) * (paddedPositions / panelRows) + panel) * shape.headSize * panelRows;
    }
    float* valuePanel(int kvHead, int panel) const
    {
        return values.data() + (std::ptrdiff_t(kvHead) * (paddedHead / panelRows) + panel) * positions * panelRows;
    }
    void packKeys(ConstMatrix source, int panel) const;
    void packValues(ConstMatrix source, int firstPosition, int endPosition) const;
    void attend(ConstMatrix q, Matrix out, int head, int firstRow, int rows, float* score, float* sum) const;
};

Attention::Attention(HeadShape shape)
    : d(std::make_unique<Private>())
{
    Q_ASSERT(shape.kvHeads >= 1 && shape.heads % shape.kvHeads == 0 && shape.headSize >= 1);
    d->shape = shape;
    d->paddedHead = roundUp(shape.headSize, panelRows);
}

Attention::~Attention() = default;

quint64 Attention::scratchBytes(HeadShape shape, int positions)
{
    const auto padded = quint64(roundUp(positions, panelRows));
    const auto kvHeads = quint64(shape.kvHeads);
    return sizeof(float)
        * (kvHeads * padded * quint64(shape.headSize)
           + kvHeads * quint64(positions) * quint64(roundUp(shape.headSize, panelRows)));
}

/// 16 keys of every head; past the last position there are zeros.
void Attention::Private::packKeys(ConstMatrix source, int panel) const
{
    for (int head = 0; head < shape.kvHeads; ++head) {
        float* to = keyPanel(head, panel);
        for (int key = 0; key < panelRows; ++key) {
            const int position = panel * panelRows + key;
            for (int i = 0; i < shape.headSize; ++i)
                to[i * panelRows + key] = position < positions ? source.row(position)[head * shape.headSize + i] : 0;
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

void Attention::Private::attend(ConstMatrix q, Matrix out, int head, int firstRow, int rows, float* score,
                                float* sum) const
{
    const int kvHead = head / (shape.heads / shape.kvHeads);
    const int column = head * shape.headSize;
    std::fill_n(score, std::ptrdiff_t(rows) * paddedPositions, 0.0f);
    for (int i = 0; i < shape.headSize; i += plainBlockValues) {
        kernels().multiplyPlain({.w = keyPanel(kvHead, 0) + i * panelRows,
                                 .panelStride = std::ptrdiff_t(shape.headSize) * panelRows,
                                 .panels = paddedPositions / panelRows,
                                 .values = std::min(plainBlockValues, shape.headSize - i),
                                 .x = q.row(firstRow) + column + i,
                                 .xStride = q.stride,
                                 .tokens = rows,
                                 .c = score,
                                 .cStride = paddedPositions});
    }
    const float factor = 1 / std::sqrt(float(shape.headSize));
    for (int row = 0; row < rows; ++row)
        kernels().softmax(factor, positions, score + std::ptrdiff_t(row) * paddedPositions);
    std::fill_n(sum, rows * paddedHead, 0.0f);
    for (int position = 0; position < positions; position += plainBlockValues) {
        kernels().multiplyPlain({.w = valuePanel(kvHead, 0) + std::ptrdiff_t(position) * panelRows,
                                 .panelStride = std::ptrdiff_t(positions) * panelRows,
                                 .panels = paddedHead / panelRows,
                                 .values = std::min(plainBlockValues, positions - position),
                                 .x = score + position,
                                 .xStride = paddedPositions,
                                 .tokens = rows,
                                 .c = sum,
                                 .cStride = paddedHead});
    }
    for (int row = 0; row < rows; ++row)
        std::memcpy(out.row(firstRow + row) + column, sum + row * paddedHead, size_t(shape.headSize) * sizeof(float));
}

bool Attention::run(ConstMatrix q, ConstMatrix keys, ConstMatrix values, Matrix out, runtime::ThreadPool& pool,
                    std::stop_token stop)
{
    const HeadShape& shape = d->shape;
    Q_ASSERT(keys.rows >= 1 && keys.rows == values.rows && keys.columns == shape.kvHeads * shape.headSize);
    Q_ASSERT(q.rows == out.rows && q.columns == shape.heads * shape.headSize && values.columns == keys.columns);
    d->positions = keys.rows;
    d->paddedPositions = roundUp(keys.rows, panelRows);
    const int blockRows = rowsPerChunk(keys.rows);
    const size_t scoresOfWorker = size_t(blockRows) * size_t(d->paddedPositions);
    const size_t sumsOfWorker = size_t(blockRows) * size_t(d->paddedHead);
    d->keys.reserve(size_t(shape.kvHeads) * size_t(d->paddedPositions) * size_t(shape.headSize));
    d->values.reserve(size_t(shape.kvHeads) * size_t(d->paddedHead) * size_t(d->positions));
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
                  d->scores.data() + size_t(worker) * scoresOfWorker, d->sums.data() + size_t(worker) * sumsOfWorker);
    };
    return pool.run(shape.heads * rowBlocks, attend, stop);
}

} // namespace lacuna::kernels
