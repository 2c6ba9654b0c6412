// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tokenizer/tokenizer.h"

#include <QString>

#include <span>

namespace lacuna::session {

/// The text of an answer as people read it: up to the first end token, without control tokens, without the blanks and
/// line feeds that models put at its end. Masks that a stop left at the end do not show, those between words show as
/// "…".
QString visibleText(const tokenizer::Tokenizer& tokenizer, std::span<const TokenId> answer);

/// Tokens of that text.
int visibleTokens(const tokenizer::Tokenizer& tokenizer, std::span<const TokenId> answer);

} // namespace lacuna::session
