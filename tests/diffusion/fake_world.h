// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/fake_predictor.h"

#include <utility>

namespace lacuna::support {

/// A vocabulary of 60 logits: 0 BOS, 1 EOS, 2 EOT, 3 mask, 4 UNUSED, 5 … 49 text, 50 … 59 beyond the tokenizer.
inline diffusion::VocabularyFacts fakeVocabulary()
{
    diffusion::VocabularyFacts facts;
    facts.size = 60;
    facts.eos = 1;
    facts.eot = 2;
    facts.mask = 3;
    facts.endTokens = {1, 2};
    facts.forbidden = {3, 4};
    for (TokenId id = 50; id < 60; ++id)
        facts.forbidden.push_back(id);
    return facts;
}

constexpr TokenId kEos = 1;
constexpr TokenId kEot = 2;
constexpr TokenId kMask = 3;

/// A network that wants text id 10 + position of the answer there, the surer the further left, and `end` at `endAt`.
inline FakePredictor::Logit wants(int promptLength, int endAt = -1, TokenId end = kEos)
{
    return [=](const FakePredictor::Pass&, int position, TokenId id) {
        const int place = position - promptLength;
        const TokenId wanted = place == endAt ? end : 10 + place % 40;
        return id == wanted ? 10.F - 0.01F * float(place) : 0.F;
    };
}

/// A greedy request with a prompt of three ids.
inline diffusion::GenerationRequest requestOf(int genLength, int blockLength, int steps,
                                              std::vector<TokenId> prompt = {0, 20, 21})
{
    diffusion::GenerationRequest request;
    request.prompt = std::move(prompt);
    request.genLength = genLength;
    request.blockLength = blockLength;
    request.steps = steps;
    return request;
}

/// The logits of `network`, but end tokens never win.
inline FakePredictor::Logit withoutEnd(FakePredictor::Logit network)
{
    return [network = std::move(network)](const FakePredictor::Pass& pass, int position, TokenId id) {
        return id == 1 || id == 2 ? -50.F : network(pass, position, id);
    };
}

/// One generation with a network of its own, and everything that can be seen of it.
struct FakeRun {
    explicit FakeRun(FakePredictor::Logit logit, int threads = 2)
        : predictor(std::move(logit), fakeVocabulary().size)
        , pool(threads)
        , generator(predictor, fakeVocabulary(), pool)
    {
    }

    Result<diffusion::GenerationResult> operator()(const diffusion::GenerationRequest& request)
    {
        return generator.run(
            request, [this](diffusion::StepFramePtr frame) { frames.push_back(std::move(frame)); }, stop.get_token());
    }

    FakePredictor predictor;
    runtime::ThreadPool pool;
    diffusion::Generator generator;
    std::stop_source stop;
    std::vector<diffusion::StepFramePtr> frames;
};

} // namespace lacuna::support
