// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/request.h"
#include "session/model_session.h"

#include <CLI/CLI.hpp>

#include <QStringList>

#include <functional>
#include <string>

namespace lacuna::cli {

/// What `run` was asked for.
struct RunOptions {
    std::string model; ///< path, UTF-8
    std::string prompt; ///< "-": stdin
    std::string system; ///< system prompt of the chat; empty: none
    bool rawPrompt = false;
    bool hasIds = false; ///< the request's prompt was given as ids
    diffusion::GenerationRequest request;
    std::string remasking = "low_confidence";
    int threads = 0; ///< 0: one per physical core
    bool visual = false;
    bool json = false;
    bool outIds = false;
    bool stats = false;
    QStringList notes; ///< options that will have no effect, in sentences
};

/// Declares the options of `run`. When the command line names it, `options` is filled and `chosen` called; both
/// references must outlive the parsing.
void addRunOptions(CLI::App& command, RunOptions& options, const std::function<void()>& chosen);

/// The request that the options describe, with the prompt as ids of the session's model.
diffusion::GenerationRequest toRequest(const RunOptions& options, const session::ModelSession& session);

} // namespace lacuna::cli
