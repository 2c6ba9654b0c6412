// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/request.h"
#include "session/model_session.h"

#include <CLI/CLI.hpp>

#include <string>

namespace lacuna::cli {

/// What `run` was asked for.
struct RunOptions {
    std::string model; ///< path, UTF-8
    std::string prompt; ///< "-": stdin
    std::string system; ///< system prompt of the chat; empty: none
    std::string ids; ///< the prompt as ids, instead of text
    bool hasIds = false;
    bool rawPrompt = false;
    diffusion::GenerationRequest request; ///< without its prompt
    double threshold = 0;
    bool hasThreshold = false;
    int threads = 0; ///< 0: physical cores
    bool visual = false;
    bool json = false;
    bool outIds = false;
    bool stats = false;
    QStringList notes; ///< options that will have no effect, in sentences
};

/// Declares the options of `run`; after parsing, `options` holds what the command line says.
void addRunOptions(CLI::App& command, RunOptions& options);

/// The request that the options describe, with the prompt encoded for the session's model.
Result<diffusion::GenerationRequest> toRequest(const RunOptions& options, const session::ModelSession& session);

/// Ids between commas or blanks: "1,2 3". Names the first word that is none.
Result<std::vector<TokenId>> parseIds(const std::string& text);

} // namespace lacuna::cli
