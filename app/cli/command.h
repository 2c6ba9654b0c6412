// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

#include <functional>

namespace lacuna::cli {

/// What a chosen command does; returns the exit code of the program.
using Action = std::function<int()>;

/// Exit codes, as Unix programs have them.
enum ExitCode : int {
    Success = 0,
    Failure = 1, ///< the work could not be done; a sentence stands on stderr
    Usage = 2, ///< the command line makes no sense
    Interrupted = 130, ///< Ctrl-C; what was there has been printed
};

/// Each adds one subcommand with its options to `app` and, when the command line names it, sets `action`.
void addInspectCommand(CLI::App& app, Action& action);
void addTokenizeCommand(CLI::App& app, Action& action);
void addLogitsCommand(CLI::App& app, Action& action);
void addRunCommand(CLI::App& app, Action& action);
void addBenchCommand(CLI::App& app, Action& action);

} // namespace lacuna::cli
