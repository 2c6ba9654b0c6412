// SPDX-License-Identifier: GPL-3.0-or-later
#include "diffusion/request.h"

#include <algorithm>
#include <cmath>

namespace lacuna::diffusion {

namespace {

/// Attention is quadratic in the canvas, so a longer one is a slip of the keyboard whatever a file allows.
constexpr int kMaxPositions = 1 << 20;
/// Where guidance of logits of any usual size stays far from float's end.
constexpr double kMaxScale = 1e6;

auto invalid(const QString& message)
{
    return failure(Error::Code::InvalidArgument, message);
}

/// False for NaN too.
bool isBetween(double value, double least, double most)
{
    return value >= least && value <= most;
}

Result<void> checkNumbers(const GenerationRequest& request)
{
    if (request.genLength < 0)
        return invalid(
            QStringLiteral("The answer's length is %1; it must be 0 or more tokens.").arg(request.genLength));
    if (request.blockLength < 1)
        return invalid(QStringLiteral("The block length is %1; it must be 1 or more tokens.").arg(request.blockLength));
    if (request.steps && *request.steps < 1)
        return invalid(QStringLiteral("The number of steps is %1; it must be 1 or more.").arg(*request.steps));
    if (!isBetween(request.temperature, 0, kMaxScale))
        return invalid(QStringLiteral("The temperature is %1; it must be between 0 and %2.")
                           .arg(request.temperature)
                           .arg(kMaxScale));
    if (!isBetween(request.cfgScale, 0, kMaxScale))
        return invalid(QStringLiteral("The guidance scale is %1; it must be between 0 and %2.")
                           .arg(request.cfgScale)
                           .arg(kMaxScale));
    if (request.threshold && !isBetween(*request.threshold, 0, 1))
        return invalid(
            QStringLiteral("The confidence threshold is %1; it must be between 0 and 1.").arg(*request.threshold));
    return {};
}

Result<void> checkLength(const GenerationRequest& request, int maxPositions)
{
    const quint64 positions = quint64(request.prompt.size()) + quint64(request.genLength);
    const quint64 most = quint64(std::clamp(maxPositions, 0, kMaxPositions));
    if (positions > most)
        return invalid(
            QStringLiteral("The prompt (%1 tokens) and the answer (%2) need %3 positions, but this model takes %4 "
                           "at most: shorten one of them.")
                .arg(request.prompt.size())
                .arg(request.genLength)
                .arg(positions)
                .arg(most));
    return {};
}

Result<void> checkIds(const GenerationRequest& request, const VocabularyFacts& vocabulary)
{
    const auto isId = [&](TokenId id) {
        return id >= 0 && id < vocabulary.size;
    };
    for (size_t i = 0; i < request.prompt.size(); ++i) {
        if (!isId(request.prompt[i]))
            return invalid(QStringLiteral("Token %1 of the prompt has the id %2, but this model's ids end at %3.")
                               .arg(i)
                               .arg(request.prompt[i])
                               .arg(vocabulary.size - 1));
    }
    if (!request.fixed.empty() && request.fixed.size() != size_t(request.genLength))
        return invalid(QStringLiteral("There are %1 entries of fixed tokens for an answer of %2.")
                           .arg(request.fixed.size())
                           .arg(request.genLength));
    for (size_t i = 0; i < request.fixed.size(); ++i) {
        if (request.fixed[i] && !isId(*request.fixed[i]))
            return invalid(
                QStringLiteral("The fixed token at position %1 has the id %2, but this model's ids end at %3.")
                    .arg(i)
                    .arg(*request.fixed[i])
                    .arg(vocabulary.size - 1));
    }
    return {};
}

Result<void> checkVocabulary(const GenerationRequest& request, const VocabularyFacts& vocabulary)
{
    if (vocabulary.mask < 0 || vocabulary.mask >= vocabulary.size)
        return failure(
            Error::Code::Missing,
            QStringLiteral("The model has no mask token, so it is no diffusion model that can fill one in."));
    if (forbiddenIds(request, vocabulary).size() >= size_t(vocabulary.size))
        return invalid(
            QStringLiteral("No token of the vocabulary may come out: all %1 are forbidden.").arg(vocabulary.size));
    return {};
}

} // namespace

std::vector<TokenId> forbiddenIds(const GenerationRequest& request, const VocabularyFacts& vocabulary)
{
    std::vector<TokenId> ids = vocabulary.forbidden;
    ids.push_back(vocabulary.mask);
    if (request.logitsEosInf)
        ids.push_back(vocabulary.eos);
    std::erase_if(ids, [&](TokenId id) { return id < 0 || id >= vocabulary.size; });
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

Result<CheckedRequest> checkRequest(GenerationRequest request, const VocabularyFacts& vocabulary, int maxPositions)
{
    for (const Result<void>& check : {checkNumbers(request), checkLength(request, maxPositions),
                                      checkIds(request, vocabulary), checkVocabulary(request, vocabulary)}) {
        if (!check)
            return tl::unexpected(check.error());
    }

    QStringList notices;
    if (request.threshold && request.remasking == Remasking::Random) {
        request.remasking = Remasking::LowConfidence;
        notices << QStringLiteral("A threshold decides by confidence, so the random order is not used.");
    }
    for (std::optional<TokenId>& id : request.fixed) {
        if (id == vocabulary.mask)
            id.reset();
    }
    return CheckedRequest {std::move(request), std::move(notices)};
}

} // namespace lacuna::diffusion
