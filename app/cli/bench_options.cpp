// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/bench_options.h"

#include "cli/number_checks.h"

namespace lacuna::cli {

namespace {

void addTestOptions(CLI::App& command, BenchOptions& options)
{
    const char* group = "Test";
    CLI::Option* rows = command.add_option("--rows", options.rows,
                                           "Measure a step over so many rows instead of a whole\nanswer: a canvas of "
                                           "N, its last 32 rows masked, 8 steps");
    rows->type_name("N")->check(between(1, 1 << 20))->group(group);
    command.add_option("--runs", options.runs, "Counted runs (default: 3)")
        ->type_name("N")
        ->check(between(1, 1000))
        ->group(group);
    command.add_option("--warmups", options.warmups, "Runs before them that do not count (default: 1)")
        ->type_name("N")
        ->check(between(0, 1000))
        ->group(group);
    command
        .add_option("--threads", options.threads,
                    "Threads that compute; 0: one per physical core.\nSeveral numbers give a record each")
        ->type_name("N,N,…")
        ->delimiter(',')
        ->check(between(0, 1024))
        ->group(group)
        ->capture_default_str();
    CLI::Option* text = command.add_option("-p,--prompt", options.prompt,
                                           "What is asked (default: a fixed question); the record\nsays \"custom\", "
                                           "not the text");
    text->type_name("TEXT")->excludes(rows)->group(group);
    command
        .add_option("--prompt-tokens", options.promptTokens,
                    "A fixed text of so many tokens as the prompt, for\nfigures that do not depend on the tokenizer")
        ->type_name("N")
        ->check(between(0, 1 << 20))
        ->excludes(text)
        ->excludes(rows)
        ->group(group);
}

void addDenoisingOptions(CLI::App& command, BenchOptions& options)
{
    const char* group = "Denoising";
    command.add_option("-n,--gen-length", options.genLength, "Tokens of the answer (default: 128)")
        ->type_name("N")
        ->check(between(1, 1 << 20))
        ->excludes("--rows")
        ->group(group);
    command.add_option("--block-length", options.blockLength, "Tokens of a block (default: 32)")
        ->type_name("N")
        ->check(atLeast(1))
        ->group(group);
    command.add_option("--steps", options.steps, "Steps for the whole answer (default: 32, with --rows 8)")
        ->type_name("N")
        ->check(between(1, 1 << 20))
        ->group(group);
    command.add_option("--threshold", options.threshold, "The named mode of run --threshold (default: off)")
        ->type_name("C")
        ->check(between(0, 1))
        ->group(group);
    command
        .add_flag("--stop-at-end", options.stopAtEnd,
                  "Leave out the blocks after an end token (default: fill\nthem, so that every run is the same work)")
        ->group(group);
    command.add_option("--temperature", options.temperature, "Noise in the choice of tokens (default: 0)")
        ->type_name("T")
        ->check(atLeast(0))
        ->group(group);
    command.add_option("--cfg-scale", options.cfgScale, "Guidance; above 0 doubles the work (default: 0)")
        ->type_name("S")
        ->check(atLeast(0))
        ->group(group);
    command.add_option("--remasking", options.remasking, "low_confidence or random")
        ->type_name("HOW")
        ->check(CLI::IsMember({"low_confidence", "random"}).description({}))
        ->group(group)
        ->capture_default_str();
    command.add_option("--seed", options.seed, "Seed of temperature and of random remasking (default: 0)")
        ->type_name("N")
        ->check(atLeast(0))
        ->group(group);
}

void addPeerOptions(CLI::App& command, BenchOptions& options)
{
    const char* group = "Peers";
    command
        .add_option("--against-llama-bench", options.againstLlamaBench,
                    "Run this llama-bench command line after each counted\nrun and record its prompt test; it must "
                    "print JSON\n(\"-o json\")")
        ->type_name("'CMD…'")
        ->group(group);
    command
        .add_option("--against-step", options.againstStep,
                    "The same with a program that prints milliseconds per\nstep: numbers, or {\"wallMs\": […]}")
        ->type_name("'CMD…'")
        ->group(group);
}

void addOutputOptions(CLI::App& command, BenchOptions& options)
{
    const char* group = "Output";
    CLI::Option* json = command.add_flag("--json", options.json, "Print the record (bench/record.schema.json)");
    CLI::Option* csv = command.add_flag("--csv", options.csv, "Print the figures, a line each");
    CLI::Option* markdown = command.add_flag("--markdown", options.markdown, "Print a Markdown table");
    json->excludes(csv)->excludes(markdown)->group(group);
    csv->excludes(markdown)->group(group);
    markdown->group(group);
    command.add_option("--out", options.out, "Also write the record to this file")->type_name("FILE")->group(group);
    command
        .add_option("--compare", options.compare,
                    "Measure nothing; compare the records in these files\nwith that in the first one")
        ->type_name("A.json B.json …")
        ->expected(2, 100)
        ->excludes(json)
        ->excludes(csv)
        ->group(group);
}

constexpr const char* kFooter =
    R"(The table goes to stdout, progress to stderr. Ctrl-C keeps what was measured and exits with 130.
What disturbs a measurement (other programs, battery, heat, a wide spread) is said and recorded.
A spread is ±: 1.4826 × the median absolute deviation, or half the range of the runs' medians where that is more.)";

} // namespace

void addBenchOptions(CLI::App& command, BenchOptions& options, const std::function<void()>& chosen)
{
    command.add_option("-m,--model", options.model, "GGUF file of the model; of a split one, any part")
        ->type_name("FILE");
    addTestOptions(command, options);
    addDenoisingOptions(command, options);
    addPeerOptions(command, options);
    addOutputOptions(command, options);
    command.footer(kFooter);
    command.callback([&options, chosen] {
        if (options.model.empty() == options.compare.empty())
            throw CLI::RequiredError("Either --model or --compare");
        chosen();
    });
}

benchmark::Plan toPlan(const BenchOptions& options, int threads)
{
    benchmark::Plan plan;
    benchmark::Settings& settings = plan.settings;
    settings = options.rows ? benchmark::rowsSettings(*options.rows) : benchmark::protocolSettings();
    settings.threads = threads;
    settings.genLength = options.genLength.value_or(settings.genLength);
    settings.blockLength = options.blockLength.value_or(settings.blockLength);
    settings.steps = options.steps.value_or(settings.steps);
    settings.runs = options.runs.value_or(settings.runs);
    settings.warmups = options.warmups.value_or(settings.warmups);
    settings.temperature = options.temperature.value_or(0);
    settings.cfgScale = options.cfgScale.value_or(0);
    settings.seed = options.seed.value_or(0);
    settings.remasking = QString::fromStdString(options.remasking);
    settings.stopAtEnd = options.stopAtEnd;
    plan.threshold = options.threshold;
    if (options.prompt) {
        settings.prompt = QStringLiteral("custom");
        plan.customPrompt = QString::fromStdString(*options.prompt);
    }
    if (options.promptTokens) {
        settings.prompt = QStringLiteral("filler");
        settings.promptTokens = *options.promptTokens;
    }
    using Kind = benchmark::PeerCommand::Kind;
    if (!options.againstLlamaBench.empty())
        plan.peers.push_back({Kind::LlamaBench, QString::fromStdString(options.againstLlamaBench)});
    if (!options.againstStep.empty())
        plan.peers.push_back({Kind::Step, QString::fromStdString(options.againstStep)});
    return plan;
}

} // namespace lacuna::cli
