// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/generator.h"
#include "model/transformer.h"
#include "tokenizer/chat_format.h"
#include "tokenizer/tokenizer.h"

#include <memory>
#include <span>

namespace lacuna::session {

/// A model that is ready to answer, as both programs use it: a file with its tokenizer, chat format, transformer and
/// thread pool put together. One generation at a time, from one thread.
class ModelSession {
public:
    /// Checks that the file can be run and puts the parts together; reads no weights. `threads` ≤ 0: physical cores.
    static Result<std::unique_ptr<ModelSession>> open(std::shared_ptr<const gguf::File> file, int threads);
    ~ModelSession();
    Q_DISABLE_COPY_MOVE(ModelSession)

    const gguf::File& file() const;
    std::shared_ptr<const tokenizer::Tokenizer> tokenizer() const;
    const tokenizer::ChatFormat& chatFormat() const;
    const model::Hyperparameters& hyperparameters() const;
    int threads() const;
    QStringList warnings() const; ///< of all parts: what was tolerated, in sentences

    /// Runs the request; see diffusion::Generator::run().
    Result<diffusion::GenerationResult> generate(const diffusion::GenerationRequest& request,
                                                 const diffusion::Observer& observer, std::stop_token stop);

    /// See answer_text.h.
    QString visibleText(std::span<const TokenId> answer) const;
    int visibleTokens(std::span<const TokenId> answer) const;

private:
    struct Parts;
    explicit ModelSession(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> m_parts;
};

} // namespace lacuna::session
