// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "benchmark/measure.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lacuna::cli {

/// What `bench` was asked for; what is not given is as the protocol has it.
struct BenchOptions {
    std::string model; ///< path, UTF-8
    std::optional<int> rows; ///< the test over rows instead of the protocol
    std::optional<std::string> prompt;
    std::optional<int> promptTokens;
    std::optional<int> genLength, blockLength, steps, runs, warmups;
    std::optional<double> threshold, temperature, cfgScale;
    std::optional<quint64> seed;
    std::string remasking = "low_confidence";
    bool stopAtEnd = false;
    std::vector<int> threads {0}; ///< one record each; 0: one per physical core
    std::string againstLlamaBench;
    std::string againstStep;
    std::vector<std::string> compare; ///< records to compare instead of measuring
    bool json = false;
    bool csv = false;
    bool markdown = false;
    std::string out; ///< file that gets the JSON too
};

/// Declares the options of `bench`. When the command line names it, `options` is filled and `chosen` called; both
/// references must outlive the parsing.
void addBenchOptions(CLI::App& command, BenchOptions& options, const std::function<void()>& chosen);

/// What the options describe, for one number of threads.
benchmark::Plan toPlan(const BenchOptions& options, int threads);

} // namespace lacuna::cli
