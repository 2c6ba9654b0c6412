// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/model_session.h"

#include "diffusion/transformer_predictor.h"
#include "diffusion/vocabulary_facts.h"
#include "session/answer_text.h"

namespace lacuna::session {

struct ModelSession::Parts {
    Parts(std::shared_ptr<const gguf::File> ggufFile, int threads)
        : file(std::move(ggufFile))
        , pool(threads)
    {
    }

    std::shared_ptr<const gguf::File> file;
    runtime::ThreadPool pool;
    std::shared_ptr<const tokenizer::Tokenizer> tokenizer;
    tokenizer::ChatFormat chatFormat;
    std::unique_ptr<model::Transformer> transformer;
    std::unique_ptr<diffusion::TransformerPredictor> predictor;
    std::unique_ptr<diffusion::Generator> generator;
};

ModelSession::ModelSession(std::unique_ptr<Parts> parts)
    : m_parts(std::move(parts))
{
}

ModelSession::~ModelSession() = default;

Result<std::unique_ptr<ModelSession>> ModelSession::open(std::shared_ptr<const gguf::File> file, int threads)
{
    auto parts = std::make_unique<Parts>(std::move(file), threads > 0 ? threads : runtime::physicalCores());
    auto transformer = model::Transformer::load(parts->file, parts->pool);
    if (!transformer)
        return tl::unexpected(transformer.error());
    parts->transformer = std::move(*transformer);
    auto tokenizer = tokenizer::Tokenizer::create(*parts->file);
    if (!tokenizer)
        return tl::unexpected(tokenizer.error());
    parts->tokenizer = std::move(*tokenizer);
    parts->chatFormat = tokenizer::ChatFormat::recognise(*parts->tokenizer);
    auto facts = diffusion::vocabularyFacts(*parts->tokenizer, parts->transformer->hyperparameters().vocabulary);
    if (!facts)
        return tl::unexpected(facts.error());
    parts->predictor = std::make_unique<diffusion::TransformerPredictor>(*parts->transformer);
    parts->generator = std::make_unique<diffusion::Generator>(*parts->predictor, std::move(*facts), parts->pool);
    return std::unique_ptr<ModelSession>(new ModelSession(std::move(parts)));
}

const gguf::File& ModelSession::file() const
{
    return *m_parts->file;
}

std::shared_ptr<const tokenizer::Tokenizer> ModelSession::tokenizer() const
{
    return m_parts->tokenizer;
}

const tokenizer::ChatFormat& ModelSession::chatFormat() const
{
    return m_parts->chatFormat;
}

const model::Hyperparameters& ModelSession::hyperparameters() const
{
    return m_parts->transformer->hyperparameters();
}

int ModelSession::threads() const
{
    return m_parts->pool.size();
}

QStringList ModelSession::warnings() const
{
    QStringList warnings = m_parts->transformer->warnings() + m_parts->tokenizer->warnings();
    if (!m_parts->chatFormat.warning().isEmpty())
        warnings << m_parts->chatFormat.warning();
    return warnings;
}

Result<diffusion::GenerationResult> ModelSession::generate(const diffusion::GenerationRequest& request,
                                                           const diffusion::Observer& observer, std::stop_token stop)
{
    return m_parts->generator->run(request, observer, std::move(stop));
}

QString ModelSession::visibleText(std::span<const TokenId> answer) const
{
    return session::visibleText(*m_parts->tokenizer, answer);
}

int ModelSession::visibleTokens(std::span<const TokenId> answer) const
{
    return session::visibleTokens(*m_parts->tokenizer, answer);
}

} // namespace lacuna::session
