// SPDX-License-Identifier: GPL-3.0-or-later
#include "diffusion/vocabulary_facts.h"

namespace lacuna::diffusion {

Result<VocabularyFacts> vocabularyFacts(const tokenizer::Tokenizer& tokenizer, int logits)
{
    if (tokenizer.mask() < 0 || tokenizer.mask() >= logits)
        return failure(Error::Code::Missing,
                       QStringLiteral("The file names no mask token (tokenizer.ggml.mask_token_id) that its network "
                                      "knows, so it is no masked diffusion model."),
                       std::nullopt, QStringLiteral("tokenizer.ggml.mask_token_id"));
    VocabularyFacts facts;
    facts.size = logits;
    facts.mask = tokenizer.mask();
    facts.eos = tokenizer.eos();
    facts.eot = tokenizer.eot();
    facts.endTokens.assign(tokenizer.endTokens().begin(), tokenizer.endTokens().end());
    for (TokenId id = 0; id < logits; ++id) {
        if (!tokenizer.canBeGenerated(id))
            facts.forbidden.push_back(id);
    }
    return facts;
}

} // namespace lacuna::diffusion
