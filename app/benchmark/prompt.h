// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "session/model_session.h"

#include <QString>

#include <vector>

namespace lacuna::benchmark {

/// A user's text in the model's chat format.
std::vector<TokenId> chatPrompt(const session::ModelSession& session, const QString& text);

/// The question of the protocol.
QString standardQuestion();

/// A fixed text of so many tokens, without chat format. Error: InvalidArgument where the model's vocabulary has no
/// tokens for it.
Result<std::vector<TokenId>> fillerPrompt(const session::ModelSession& session, int tokens);

} // namespace lacuna::benchmark
