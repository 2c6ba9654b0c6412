// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/transformer.h"
#include "support/random_model.h"
#include "support/scaled_weights.h"

#include <QFile>
#include <QTemporaryDir>

#include <numeric>
#include <vector>

namespace lacuna::test {

/// A random model, written, read back into memory and loaded. `error` says what went wrong, if anything did.
struct LoadedModel {
    explicit LoadedModel(const support::RandomModel& random, int threads = 2)
        : pool(threads)
    {
        const QTemporaryDir folder;
        QFile source(folder.filePath(QStringLiteral("model.gguf")));
        if (const auto written = support::writeRandomModel(random, source.fileName()); !written)
            error = written.error().message;
        else if (source.open(QIODevice::ReadOnly))
            open(source.readAll());
    }

    /// Loads other bytes instead.
    void open(const QByteArray& content)
    {
        transformer.reset();
        file.reset();
        bytes = content;
        const auto opened =
            gguf::File::openMemory(std::as_bytes(std::span(bytes.constData(), std::size_t(bytes.size()))));
        auto loaded = opened ? model::Transformer::load(*opened, pool)
                             : Result<std::unique_ptr<model::Transformer>>(tl::unexpected(opened.error()));
        error = loaded ? QString() : loaded.error().message;
        if (loaded) {
            file = *opened;
            transformer = std::move(*loaded);
        }
    }

    const model::Hyperparameters& sizes() const { return transformer->hyperparameters(); }
    model::KvStore store(int positions, model::KvStore::Keep keep = model::KvStore::Keep::EveryLayer) const
    {
        return model::KvStore::create(sizes(), positions, keep).value();
    }
    std::vector<TokenId> ids(int count, quint64 seed = 1) const
    {
        support::Random random(seed);
        std::vector<TokenId> tokens;
        for (int i = 0; i < count; ++i)
            tokens.push_back(TokenId(random.next() % quint64(sizes().vocabulary)));
        return tokens;
    }

    /// The hidden rows `wanted` of a batch; empty where the forward fails.
    std::vector<float> hidden(std::span<const TokenId> tokens, std::span<const int> positions,
                              std::span<const int> wanted, model::KvStore& store) const
    {
        std::vector<float> rows(wanted.size() * std::size_t(sizes().width));
        const auto done =
            transformer->forward({.tokens = tokens, .positions = positions, .hiddenRows = wanted}, store, rows, {});
        return done ? rows : std::vector<float>();
    }
    /// All hidden rows of a full pass.
    std::vector<float> fullPass(std::span<const TokenId> tokens, model::KvStore& store) const;
    std::vector<float> fullPass(std::span<const TokenId> tokens) const
    {
        model::KvStore fresh = store(int(tokens.size()), model::KvStore::Keep::CurrentLayer);
        return fullPass(tokens, fresh);
    }
    std::vector<float> logits(std::span<const float> hiddenRows) const
    {
        std::vector<float> all(hiddenRows.size() / std::size_t(sizes().width) * std::size_t(sizes().vocabulary));
        return transformer->head(hiddenRows, all, {}) ? all : std::vector<float>();
    }

    QByteArray bytes; ///< of the file; what is loaded lies in it
    runtime::ThreadPool pool;
    std::shared_ptr<const gguf::File> file;
    std::unique_ptr<model::Transformer> transformer; ///< null where there is an error
    QString error;
};

/// 0, 1, … count − 1.
inline std::vector<int> upTo(int count)
{
    std::vector<int> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

inline std::vector<float> LoadedModel::fullPass(std::span<const TokenId> tokens, model::KvStore& store) const
{
    const std::vector<int> all = upTo(int(tokens.size()));
    return hidden(tokens, all, all, store);
}

/// The given rows of a row-major matrix.
inline std::vector<float> rowsOf(const std::vector<float>& matrix, int columns, std::span<const int> rows)
{
    std::vector<float> some;
    for (const int row : rows)
        some.insert(some.end(), matrix.begin() + row * columns, matrix.begin() + (row + 1) * columns);
    return some;
}

} // namespace lacuna::test
