// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "cli/console.h"

#include "model/transformer.h"

#include <QSaveFile>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>

namespace lacuna::cli {

namespace {

struct Options {
    std::string model;
    std::vector<TokenId> ids;
    int top = 5;
    std::string raw;
    int threads = 0;
};

/// "row id logit id logit …": the `top` largest logits, the lower id first where they are equal.
QByteArray line(int row, std::span<const float> logits, int top)
{
    const auto order = [&logits](TokenId id) {
        const float logit = logits[std::size_t(id)];
        return std::isnan(logit) ? -std::numeric_limits<float>::infinity() : logit;
    };
    std::vector<TokenId> ids(logits.size());
    std::iota(ids.begin(), ids.end(), 0);
    const auto shown = std::min(ids.size(), std::size_t(top));
    std::partial_sort(ids.begin(), ids.begin() + std::ptrdiff_t(shown), ids.end(),
                      [&order](TokenId a, TokenId b) { return order(a) != order(b) ? order(a) > order(b) : a < b; });
    QByteArray text = QByteArray::number(row);
    for (std::size_t i = 0; i < shown; ++i)
        text +=
            ' ' + QByteArray::number(ids[i]) + ' ' + QByteArray::number(double(logits[std::size_t(ids[i])]), 'g', 7);
    return text + '\n';
}

/// The hidden rows of all ids.
Result<std::vector<float>> computeHidden(model::Transformer& transformer, const std::vector<TokenId>& ids)
{
    const model::Hyperparameters& h = transformer.hyperparameters();
    auto store = model::KvStore::create(h, int(ids.size()), model::KvStore::Keep::CurrentLayer);
    if (!store)
        return tl::unexpected(store.error());
    std::vector<int> rows(ids.size());
    std::iota(rows.begin(), rows.end(), 0);
    std::vector<float> hidden(ids.size() * std::size_t(h.width));
    const auto done =
        transformer.forward({.tokens = ids, .positions = rows, .hiddenRows = rows}, *store, hidden, interruptToken());
    if (!done)
        return tl::unexpected(done.error());
    return hidden;
}

/// Prints a line for every row and, where `raw` is open, writes their logits there.
Result<void> writeLogits(model::Transformer& transformer, std::span<const float> hidden, int top, QSaveFile& raw)
{
    constexpr std::size_t rowsAtATime = 32; // bounds the memory: a row of LLaDA-8B's logits is half a megabyte
    const auto width = std::size_t(transformer.hyperparameters().width);
    const auto vocabulary = std::size_t(transformer.hyperparameters().vocabulary);
    const std::size_t rows = hidden.size() / width;
    std::vector<float> logits;
    for (std::size_t begin = 0; begin < rows; begin += rowsAtATime) {
        const std::size_t count = std::min(rowsAtATime, rows - begin);
        logits.resize(count * vocabulary);
        if (auto done = transformer.head(hidden.subspan(begin * width, count * width), logits, interruptToken()); !done)
            return done;
        for (std::size_t i = 0; i < count; ++i)
            printOut(line(int(begin + i), std::span(logits).subspan(i * vocabulary, vocabulary), top));
        const qint64 bytes = qint64(sizeof(float)) * qint64(logits.size());
        if (raw.isOpen() && raw.write(reinterpret_cast<const char*>(logits.data()), bytes) != bytes)
            return failure(Error::Code::Io, QStringLiteral("%1: %2").arg(raw.fileName(), raw.errorString()));
    }
    if (raw.isOpen() && !raw.commit())
        return failure(Error::Code::Io, QStringLiteral("%1: %2").arg(raw.fileName(), raw.errorString()));
    return {};
}

Result<void> compute(const Options& options)
{
    const auto file = gguf::File::open(QString::fromStdString(options.model));
    if (!file)
        return tl::unexpected(file.error());
    runtime::ThreadPool pool(options.threads > 0 ? options.threads : runtime::physicalCores());
    const auto transformer = model::Transformer::load(*file, pool);
    if (!transformer)
        return tl::unexpected(transformer.error());
    for (const QString& warning : (*transformer)->warnings())
        printError((QStringLiteral("lacuna-cli: warning: ") + warning + QLatin1Char('\n')).toUtf8());

    QSaveFile raw(QString::fromStdString(options.raw));
    if (!options.raw.empty() && !raw.open(QIODevice::WriteOnly))
        return failure(Error::Code::Io, QStringLiteral("%1: %2").arg(raw.fileName(), raw.errorString()));
    const auto hidden = computeHidden(**transformer, options.ids);
    if (!hidden)
        return tl::unexpected(hidden.error());
    return writeLogits(**transformer, *hidden, options.top, raw);
}

int logits(const Options& options)
{
    const auto done = compute(options);
    return done ? int(Success) : reportError(done.error());
}

} // namespace

void addLogitsCommand(CLI::App& app, Action& action)
{
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "logits", "Print the network's output for token ids: a line a row, \"row id logit id logit …\"");
    command->add_option("-m,--model", options->model, "GGUF file")->required();
    command->add_option("--ids", options->ids, "Token ids, separated by commas")->required()->delimiter(',');
    command->add_option("--top", options->top, "Logits printed of each row, largest first")
        ->capture_default_str()
        ->check(CLI::Range(0, 1 << 24));
    command->add_option("--raw", options->raw,
                        "Also write all logits to this file: rows × vocabulary, f32, little-endian");
    command->add_option("--threads", options->threads, "Threads; 0: one a physical core")
        ->capture_default_str()
        ->check(CLI::Range(0, 1024));
    command->callback([options, &action] {
        action = [options] {
            return logits(*options);
        };
    });
}

} // namespace lacuna::cli
