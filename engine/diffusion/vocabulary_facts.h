// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/request.h"
#include "tokenizer/tokenizer.h"

namespace lacuna::diffusion {

/// What the algorithm must know of a tokenizer beside a network with `logits` logits a position: ids that the tokenizer
/// does not have, or that may not be generated, are forbidden. Missing where there is no mask token.
Result<VocabularyFacts> vocabularyFacts(const tokenizer::Tokenizer& tokenizer, int logits);

} // namespace lacuna::diffusion
