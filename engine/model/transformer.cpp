// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/transformer.h"

#include "kernels/isa.h"
#include "model/architecture.h"
#include "model/forward_pass.h"

#include <algorithm>
#include <exception>
#include <numeric>

namespace lacuna::model {

namespace {

tl::unexpected<Error> invalid(const QString& message)
{
    return failure(Error::Code::InvalidArgument, message);
}

tl::unexpected<Error> cancelled()
{
    return failure(Error::Code::Cancelled, QStringLiteral("Stopped on request."));
}

/// The rules of ForwardBatch, and those of the store.
Result<void> check(const ForwardBatch& batch, const Hyperparameters& h, const KvStore& store)
{
    const std::size_t rows = batch.tokens.size();
    if (rows == 0 || batch.positions.size() != rows) {
        return invalid(QStringLiteral("A batch needs as many tokens (%1) as positions (%2), and at least one.")
                           .arg(rows)
                           .arg(batch.positions.size()));
    }
    if (store.layers() != h.layers || store.shape() != h.headShape())
        return invalid(QStringLiteral("The store of keys and values was made for another model."));
    for (TokenId token : batch.tokens)
        if (token < 0 || token >= h.vocabulary)
            return invalid(QStringLiteral("Token id %1 is outside the vocabulary of %2.").arg(token).arg(h.vocabulary));
    std::vector<bool> isComputed(std::size_t(store.positions()), false);
    for (int position : batch.positions) {
        if (position < 0 || position >= store.positions()) {
            return invalid(
                QStringLiteral("Position %1 is outside the canvas of %2.").arg(position).arg(store.positions()));
        }
        if (isComputed[std::size_t(position)])
            return invalid(QStringLiteral("Position %1 occurs twice in a batch.").arg(position));
        isComputed[std::size_t(position)] = true;
    }
    const bool isFullPass = rows == std::size_t(store.positions());
    if (!isFullPass && store.keep() == KvStore::Keep::CurrentLayer) {
        return invalid(
            QStringLiteral("A store that keeps one layer needs a full pass over its %1 positions, not %2 rows.")
                .arg(store.positions())
                .arg(rows));
    }
    for (int position = 0; !isFullPass && position < store.positions(); ++position)
        if (!isComputed[std::size_t(position)] && !store.isFilled(position))
            return invalid(QStringLiteral("Position %1 has no keys and values yet.").arg(position));
    for (std::size_t i = 0; i < batch.hiddenRows.size(); ++i) {
        const int previous = i == 0 ? -1 : batch.hiddenRows[i - 1];
        if (batch.hiddenRows[i] <= previous || std::size_t(batch.hiddenRows[i]) >= rows) {
            return invalid(QStringLiteral("The rows wanted of a batch must ascend and lie in it; %1 does not.")
                               .arg(batch.hiddenRows[i]));
        }
    }
    return {};
}

} // namespace

struct Transformer::Private {
    Private(std::shared_ptr<const gguf::File> source, Description checked, runtime::ThreadPool& pool)
        : file(std::move(source))
        , description(std::move(checked))
        , pass(description.hyperparameters, description.weights, pool)
    {
    }

    bool compute(const ForwardBatch& batch, KvStore& store, kernels::Matrix hidden, const std::stop_token& stop);

    std::shared_ptr<const gguf::File> file;
    Description description;
    ForwardPass pass;
};

bool Transformer::Private::compute(const ForwardBatch& batch, KvStore& store, kernels::Matrix hidden,
                                   const std::stop_token& stop)
{
    std::vector<int> allRows(batch.tokens.size());
    std::iota(allRows.begin(), allRows.end(), 0);
    if (!pass.embed(batch.tokens, stop))
        return false;
    const int layers = description.hyperparameters.layers;
    for (int index = 0; index < layers; ++index) {
        const bool isLast = index == layers - 1;
        if (!pass.layer(index, batch.positions, isLast ? batch.hiddenRows : allRows, store, stop))
            return false;
    }
    return hidden.rows == 0 || pass.finish(hidden, stop);
}

Transformer::Transformer(std::unique_ptr<Private> data)
    : d(std::move(data))
{
}

Transformer::~Transformer() = default;

Result<std::unique_ptr<Transformer>> Transformer::load(std::shared_ptr<const gguf::File> file,
                                                       runtime::ThreadPool& pool)
{
    if (const auto isa = kernels::activeIsa(); !isa)
        return tl::unexpected(isa.error());
    auto description = describe(*file);
    if (!description)
        return tl::unexpected(description.error());
    auto data = std::make_unique<Private>(std::move(file), std::move(*description), pool);
    return std::unique_ptr<Transformer>(new Transformer(std::move(data)));
}

const Hyperparameters& Transformer::hyperparameters() const
{
    return d->description.hyperparameters;
}

QStringList Transformer::warnings() const
{
    return d->description.warnings;
}

Result<void> Transformer::forward(const ForwardBatch& batch, KvStore& store, std::span<float> hidden,
                                  std::stop_token stop)
{
    const Hyperparameters& h = hyperparameters();
    if (auto valid = check(batch, h, store); !valid)
        return valid;
    if (hidden.size() != batch.hiddenRows.size() * std::size_t(h.width))
        return invalid(QStringLiteral("The place for hidden rows has the wrong size."));
    if (auto unchanged = d->file->checkUnchanged(); !unchanged)
        return unchanged;
    try {
        d->pass.reserve(int(batch.tokens.size()), store.positions());
    } catch (const std::exception&) {
        return failure(Error::Code::OutOfMemory,
                       QStringLiteral("A pass over %1 rows needs %2 MiB, more than there is. Use a shorter canvas.")
                           .arg(batch.tokens.size())
                           .arg(ForwardPass::bufferBytes(h, int(batch.tokens.size()), store.positions()) >> 20));
    }
    store.setFilled(batch.positions, false);
    if (!d->compute(batch, store, {hidden.data(), int(batch.hiddenRows.size()), h.width}, stop))
        return cancelled();
    // A weight page that vanished while it was read counts as zeros: only now is it known that there was none.
    if (auto unchanged = d->file->checkUnchanged(); !unchanged)
        return unchanged;
    store.setFilled(batch.positions, true);
    return {};
}

Result<void> Transformer::head(std::span<const float> hidden, int pieceIds, kernels::UsePiece use, std::stop_token stop)
{
    const Hyperparameters& h = hyperparameters();
    const std::size_t rows = hidden.size() / std::size_t(h.width);
    if (hidden.size() % std::size_t(h.width) != 0)
        return invalid(QStringLiteral("%1 values are not hidden rows of %2.").arg(hidden.size()).arg(h.width));
    if (rows == 0)
        return {};
    if (auto unchanged = d->file->checkUnchanged(); !unchanged)
        return unchanged;
    if (!d->pass.head({hidden.data(), int(rows), h.width}, pieceIds, use, stop))
        return cancelled();
    return d->file->checkUnchanged();
}

Result<void> Transformer::head(std::span<const float> hidden, std::span<float> logits, std::stop_token stop)
{
    constexpr int pieceIds = 1024;
    const std::size_t vocabulary = std::size_t(hyperparameters().vocabulary);
    if (logits.size() != hidden.size() / std::size_t(hyperparameters().width) * vocabulary)
        return invalid(
            QStringLiteral("The place for the logits of %1 hidden values has the wrong size.").arg(hidden.size()));
    const auto keep = [&](int first, kernels::Matrix piece) {
        for (int row = 0; row < piece.rows; ++row)
            std::copy_n(piece.row(row), piece.columns, logits.data() + std::size_t(row) * vocabulary + first);
    };
    return head(hidden, pieceIds, keep, stop);
}

Result<MemoryEstimate> Transformer::estimate(const gguf::File& file, int positions, KvStore::Keep keep)
{
    const auto description = describe(file);
    if (!description)
        return tl::unexpected(description.error());
    const Hyperparameters& h = description->hyperparameters;
    if (positions < 1)
        return invalid(QStringLiteral("A canvas needs at least one position."));
    MemoryEstimate estimate;
    for (const gguf::TensorInfo& tensor : file.tensors())
        estimate.weights += tensor.bytes;
    estimate.kv = KvStore::bytes(h, positions, keep);
    estimate.buffers = ForwardPass::bufferBytes(h, positions, positions)
        + quint64(positions) * quint64(h.width) * sizeof(float); // hidden rows
    return estimate;
}

} // namespace lacuna::model
