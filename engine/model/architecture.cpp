// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/architecture.h"

#include <algorithm>
#include <array>

namespace lacuna::model {

namespace {

constexpr std::array architectures {&llada};

Result<const Architecture*> findArchitecture(const gguf::File& file)
{
    const auto name = KeyReader(file, "general").text("architecture");
    if (!name)
        return tl::unexpected(name.error());
    const auto* const found = std::find_if(architectures.begin(), architectures.end(),
                                           [&](const Architecture* a) { return *name == a->name; });
    if (found != architectures.end())
        return *found;
    return failure(Error::Code::Unsupported,
                   QStringLiteral("The architecture \"%1\" is not supported. This engine runs: %2.")
                       .arg(gguf::escaped(*name), supportedArchitectures().join(QStringLiteral(", "))),
                   std::nullopt, QStringLiteral("general.architecture"));
}

/// LoRA adapters, control vectors, projectors and importance matrices are GGUF files too, and say so.
Result<void> checkIsModel(const gguf::File& file)
{
    const auto type = KeyReader(file, "general").text("type", QByteArray("model"));
    if (!type)
        return tl::unexpected(type.error());
    if (*type == "model")
        return {};
    return failure(
        Error::Code::Unsupported,
        QStringLiteral("This file is no model but of type \"%1\", which this engine does not use. Open a model.")
            .arg(gguf::escaped(*type)),
        std::nullopt, QStringLiteral("general.type"));
}

/// Keys that change what the logits of a row mean: all supported architectures predict a row's own token, non-causally.
Result<void> checkMeaning(const gguf::File& file, const KeyReader& reader, QStringList& warnings)
{
    const KeyReader diffusion(file, "diffusion");
    const auto shifted = diffusion.boolean("shift_logits", false);
    const auto causal = reader.boolean("attention.causal", false);
    if (!shifted || !causal)
        return tl::unexpected(!shifted ? shifted.error() : causal.error());
    if (*shifted) {
        return failure(
            Error::Code::Unsupported,
            QStringLiteral("Key %1 is true: models whose logits are those of the next row are not supported.")
                .arg(diffusion.key("shift_logits")),
            std::nullopt, diffusion.key("shift_logits"));
    }
    if (*causal) {
        warnings << QStringLiteral(
                        "Key %1 is true; the model is run non-causally nevertheless, as its architecture is.")
                        .arg(reader.key("attention.causal"));
    }
    return {};
}

/// The vocabulary is as large as the embedding table; a key that says otherwise is only worth a warning.
Result<int> readVocabulary(const gguf::File& file, const KeyReader& reader, QStringList& warnings)
{
    constexpr int maxVocabulary = 1 << 24;
    auto named = reader.integer("vocab_size", 1, maxVocabulary, 0);
    const gguf::TensorInfo* embedding = file.tensor("token_embd.weight");
    if (!named || embedding == nullptr)
        return named; // the missing tensor is reported together with the others
    const quint64 rows = embedding->shape[1];
    if (rows < 1 || rows > maxVocabulary) {
        return failure(
            Error::Code::Malformed,
            QStringLiteral("Tensor token_embd.weight has %1 rows; 1 to %2 are needed.").arg(rows).arg(maxVocabulary),
            embedding->offset, QStringLiteral("token_embd.weight"));
    }
    if (*named != 0 && quint64(*named) != rows) {
        warnings << QStringLiteral("Key %1 is %2, but token_embd.weight has %3 rows; the rows count.")
                        .arg(reader.key("vocab_size"))
                        .arg(*named)
                        .arg(rows);
    }
    return int(rows);
}

} // namespace

QStringList supportedArchitectures()
{
    QStringList names;
    for (const Architecture* architecture : architectures)
        names << QString::fromLatin1(architecture->name);
    return names;
}

Result<Description> describe(const gguf::File& file)
{
    if (const auto runnable = file.checkRunnable(); !runnable)
        return tl::unexpected(runnable.error());
    if (const auto isModel = checkIsModel(file); !isModel)
        return tl::unexpected(isModel.error());
    const auto architecture = findArchitecture(file);
    if (!architecture)
        return tl::unexpected(architecture.error());
    Description description;
    const KeyReader reader(file, (*architecture)->name);
    auto hyperparameters = (*architecture)->readHyperparameters(reader);
    if (!hyperparameters)
        return tl::unexpected(hyperparameters.error());
    const auto vocabulary = readVocabulary(file, reader, description.warnings);
    if (!vocabulary)
        return tl::unexpected(vocabulary.error());
    hyperparameters->vocabulary = *vocabulary;
    description.hyperparameters = *hyperparameters;
    if (const auto meaning = checkMeaning(file, reader, description.warnings); !meaning)
        return tl::unexpected(meaning.error());

    WeightTable table(file);
    description.weights = (*architecture)->readWeights(table, *hyperparameters);
    if (const auto problem = table.problem(); !problem)
        return tl::unexpected(problem.error());
    if (const QStringList names = table.superfluous(); !names.isEmpty()) {
        description.warnings << QStringLiteral("The file has tensors that a %1 model does not use: %2.")
                                    .arg(QLatin1String((*architecture)->name), names.join(QStringLiteral(", ")));
    }
    return description;
}

} // namespace lacuna::model
