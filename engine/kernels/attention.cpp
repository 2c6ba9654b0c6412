// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/attention.h"

#include "kernels/kernel_table.h"
#include "kernels/scratch.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace lacuna::kernels {

namespace {

/// Query rows that a chunk takes: their scores should stay in the second-level cache.
int rowsPerChunk(int positions)
{
    return std::clamp(262144 / positions, 4, 64);
}

} // namespace

/// Both products are those of a linear layer, so they run on its f32 kernel: scores = q · keysᵀ with the keys as weight
/// rows, out = scores · values with the values' columns as weight rows.
struct Attention::Private {
    HeadShape shape;
    Scratch<float> queries; ///< workers × rowsPerChunk × headSize
    Scratch<float> scores; ///< workers × rowsPerChunk × the scores' stride
    Scratch<float> sums; ///< workers × rowsPerChunk × headSize, rounded up to whole panels

    /// Rows of a head, and the memory of one worker.
    struct Rows {
        int head;
        int first;
        int count;
        Matrix queries; ///< count × headSize
        Matrix scores; ///< count × whole panels of positions
        Matrix sums; ///< count × whole panels of the head
    };
    void takeQueries(ConstMatrix q, std::span<const int> positions, const RopeTable& rope, const Rows& rows) const;
    void score(const KvPanels& kv, const Rows& rows) const;
    void sum(const KvPanels& kv, const Rows& rows) const;
    int kvHead(int head) const { return head / (shape.heads / shape.kvHeads); }
};

Attention::Attention(HeadShape shape)
    : d(std::make_unique<Private>())
{
    Q_ASSERT(shape.kvHeads >= 1 && shape.heads % shape.kvHeads == 0 && shape.headSize >= 1);
    d->shape = shape;
}

Attention::~Attention() = default;

void Attention::Private::takeQueries(ConstMatrix q, std::span<const int> positions, const RopeTable& rope,
                                     const Rows& rows) const
{
    for (int row = 0; row < rows.count; ++row) {
        const int source = rows.first + row;
        float* query = rows.queries.row(row);
        std::memcpy(query, q.row(source) + rows.head * shape.headSize, size_t(shape.headSize) * sizeof(float));
        kernels().ropeHead(rope.row(positions[size_t(source)]), rope.dimensions(), query);
    }
}

/// scores = softmax(queries · keysᵀ / √headSize)
void Attention::Private::score(const KvPanels& kv, const Rows& rows) const
{
    std::fill_n(rows.scores.data, rows.count * rows.scores.stride, 0.0f);
    for (int i = 0; i < shape.headSize; i += plainBlockValues) {
        kernels().multiplyPlain({.w = kv.keyPanel(kvHead(rows.head), 0) + i * panelRows,
                                 .panelStride = kv.keyPanelSize(),
                                 .panels = kv.keyPanels(),
                                 .values = std::min(plainBlockValues, shape.headSize - i),
                                 .x = rows.queries.data + i,
                                 .xStride = rows.queries.stride,
                                 .tokens = rows.count,
                                 .c = rows.scores.data,
                                 .cStride = rows.scores.stride});
    }
    const float factor = 1 / std::sqrt(float(shape.headSize));
    for (int row = 0; row < rows.count; ++row)
        kernels().softmax(factor, kv.positions(), rows.scores.row(row));
}

/// sums = scores · values
void Attention::Private::sum(const KvPanels& kv, const Rows& rows) const
{
    std::fill_n(rows.sums.data, rows.count * rows.sums.stride, 0.0f);
    for (int position = 0; position < kv.positions(); position += plainBlockValues) {
        kernels().multiplyPlain({.w = kv.valuePanel(kvHead(rows.head), 0) + std::ptrdiff_t(position) * panelRows,
                                 .panelStride = kv.valuePanelSize(),
                                 .panels = kv.valuePanels(),
                                 .values = std::min(plainBlockValues, kv.positions() - position),
                                 .x = rows.scores.data + position,
                                 .xStride = rows.scores.stride,
                                 .tokens = rows.count,
                                 .c = rows.sums.data,
                                 .cStride = rows.sums.stride});
    }
}

bool Attention::run(ConstMatrix q, std::span<const int> positions, const RopeTable& rope, const KvPanels& kv,
                    Matrix out, runtime::ThreadPool& pool, std::stop_token stop)
{
    const HeadShape& shape = d->shape;
    Q_ASSERT(q.rows == out.rows && q.columns == shape.heads * shape.headSize && q.rows == int(positions.size()));
    const runtime::PartClock::Scope part(pool.parts(), runtime::Part::Attention);
    const int chunkRows = rowsPerChunk(kv.positions());
    // An odd number of cache lines: rows are not to fall into the same few sets.
    const int scoreStride = kv.keyPanels() * panelRows | panelRows;
    const int sumStride = kv.valuePanels() * panelRows;
    const size_t queriesOfWorker = size_t(chunkRows) * size_t(shape.headSize);
    const size_t scoresOfWorker = size_t(chunkRows) * size_t(scoreStride);
    const size_t sumsOfWorker = size_t(chunkRows) * size_t(sumStride);
    d->queries.reserve(size_t(pool.size()) * queriesOfWorker);
    d->scores.reserve(size_t(pool.size()) * scoresOfWorker);
    d->sums.reserve(size_t(pool.size()) * sumsOfWorker);

    const int rowChunks = (q.rows + chunkRows - 1) / chunkRows;
    const auto attend = [&](int chunk, int worker) {
        const int first = chunk % rowChunks * chunkRows;
        const int count = std::min(chunkRows, q.rows - first);
        const Private::Rows rows {
            chunk / rowChunks,
            first,
            count,
            {d->queries.data() + size_t(worker) * queriesOfWorker, count, shape.headSize},
            {d->scores.data() + size_t(worker) * scoresOfWorker, count, kv.positions(), scoreStride},
            {d->sums.data() + size_t(worker) * sumsOfWorker, count, shape.headSize, sumStride},
        };
        d->takeQueries(q, positions, rope, rows);
        d->score(kv, rows);
        d->sum(kv, rows);
        for (int row = 0; row < count; ++row)
            std::memcpy(out.row(first + row) + rows.head * shape.headSize, rows.sums.row(row),
                        size_t(shape.headSize) * sizeof(float));
    };
    return pool.run(shape.heads * rowChunks, attend, stop);
}

} // namespace lacuna::kernels
