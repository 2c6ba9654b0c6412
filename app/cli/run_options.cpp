// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/run_options.h"

#include "cli/console.h"
#include "cli/number_checks.h"

namespace lacuna::cli {

namespace {

void addPromptOptions(CLI::App& command, RunOptions& options)
{
    const char* group = "Prompt";
    command
        .add_option("-m,--model", options.model,
                    "GGUF file of the model; of a split one, any part\n(default: the small one that comes with Lacuna)")
        ->type_name("FILE")
        ->group(group);
    CLI::Option* text =
        command.add_option("-p,--prompt", options.prompt, "What the model is to answer; - reads it from stdin");
    text->type_name("TEXT")->group(group);
    CLI::Option* system = command.add_option("--system", options.system, "System prompt of the chat");
    system->type_name("TEXT")->needs(text)->group(group);
    command
        .add_flag("--raw-prompt", options.rawPrompt,
                  "Take the prompt as it stands: without chat format, and names\nof control tokens are control tokens")
        ->needs(text)
        ->excludes(system)
        ->group(group);
    command.add_option("--ids", options.request.prompt, "The prompt as token ids, instead of text")
        ->type_name("ID,ID,…")
        ->delimiter(',')
        ->excludes(text)
        ->group(group);
}

void addLengthOptions(CLI::App& command, diffusion::GenerationRequest& request)
{
    const char* group = "Denoising";
    command.add_option("-n,--gen-length", request.genLength, "Tokens of the answer, at most")
        ->type_name("N")
        ->check(atLeast(0))
        ->group(group)
        ->capture_default_str();
    command
        .add_option("--block-length", request.blockLength,
                    "Tokens of a block. Blocks are filled one after the other;\n8 to 64 give the best answers")
        ->type_name("N")
        ->check(atLeast(1))
        ->group(group)
        ->capture_default_str();
    command
        .add_option("--steps", request.steps,
                    "Steps for the whole answer. As many as tokens is slowest\nand best (default: half as many)")
        ->type_name("N")
        ->check(atLeast(1))
        ->group(group);
    command
        .add_option("--threshold", request.threshold,
                    "A named mode, off by default: each step fills all positions\nwith at least this confidence "
                    "(0 to 1), so --steps is not\nused. Faster, not exact")
        ->type_name("C")
        ->check(between(0, 1))
        ->group(group);
    command
        .add_flag_callback(
            "--no-stop-at-end", [&request] { request.stopAtEnd = false; },
            "Fill the blocks after an end token too (default: stop)")
        ->group(group);
}

void addChoiceOptions(CLI::App& command, RunOptions& options)
{
    const char* group = "Denoising";
    diffusion::GenerationRequest& request = options.request;
    command.add_option("--temperature", request.temperature, "Noise in the choice of tokens; 0: always the likeliest")
        ->type_name("T")
        ->check(atLeast(0))
        ->group(group)
        ->capture_default_str();
    command
        .add_option("--cfg-scale", request.cfgScale,
                    "Guidance: how far to go beyond what the model says\nwithout the prompt; above 0 doubles the work")
        ->type_name("S")
        ->check(atLeast(0))
        ->group(group)
        ->capture_default_str();
    command
        .add_option("--remasking", options.remasking,
                    "Which positions a step fills: where the model is surest\n(low_confidence), or any (random)")
        ->type_name("HOW")
        ->check(CLI::IsMember({"low_confidence", "random"}).description({}))
        ->group(group)
        ->capture_default_str();
    command.add_flag("--logits-eos-inf", request.logitsEosInf, "Never choose the end-of-text token (default: may be)")
        ->group(group);
    command
        .add_flag("--confidence-eos-eot-inf", request.confidenceEosEotInf,
                  "Fill positions that want an end token last\n(default: when the model is sure)")
        ->group(group);
    command.add_option("--seed", request.seed, "Seed of temperature and of random remasking")
        ->type_name("N")
        ->check(atLeast(0))
        ->group(group)
        ->capture_default_str();
}

void addOutputOptions(CLI::App& command, RunOptions& options)
{
    const char* group = "Output";
    command
        .add_flag("--visual", options.visual,
                  "Draw the denoising on stderr: on a terminal redrawn, else\na line a step")
        ->group(group);
    CLI::Option* outIds =
        command.add_flag("--out-ids", options.outIds, "Print the answer's token ids instead of its text");
    outIds->group(group);
    command.add_flag("--json", options.json, "Print JSON, an object a line: start, every step, end")
        ->excludes(outIds)
        ->group(group);
    command.add_flag("--stats", options.stats, "Times and rows of every step, and the time of each part, on stderr")
        ->group(group);
    command.add_option("--threads", options.threads, "Threads that compute; 0: one per physical core")
        ->type_name("N")
        ->check(between(0, 1024))
        ->capture_default_str();
}

constexpr const char* kFooter = R"(The text of the answer goes to stdout, everything else to stderr.
Ctrl-C stops after at most a moment, prints what is there and exits with 130.

Events of --json, by their field "event":
  start  prompt_ids, gen_length, block_length, steps, temperature, cfg_scale, remasking, logits_eos_inf,
         confidence_eos_eot_inf, threshold, stop_at_end, seed, threads
  step   step, steps, block, blocks, block_begin, block_end, ids, masks,
         committed [position, id, text, confidence, candidates [id, text, probability]],
         forward_ms, sampling_ms, forwards, rows, busy
  end    text, ids, mode, stopped, ended_early, steps, forwards, rows, visible_tokens, seconds, notices)";

} // namespace

void addRunOptions(CLI::App& command, RunOptions& options, const std::function<void()>& chosen)
{
    addPromptOptions(command, options);
    addLengthOptions(command, options.request);
    addChoiceOptions(command, options);
    addOutputOptions(command, options);
    command.footer(kFooter);
    command.callback([&command, &options, chosen] {
        if (command.count("--prompt") + command.count("--ids") == 0)
            throw CLI::RequiredError("--prompt or --ids");
        diffusion::GenerationRequest& request = options.request;
        const bool random = options.remasking == "random";
        request.remasking = random ? diffusion::Remasking::Random : diffusion::Remasking::LowConfidence;
        options.hasIds = command.count("--ids") > 0;
        if (request.threshold && command.count("--steps") > 0)
            options.notes << QStringLiteral("--steps is not used: with --threshold the confidences decide.");
        if (command.count("--seed") > 0 && request.temperature == 0 && !random)
            options.notes << QStringLiteral("--seed changes nothing: at temperature 0 the answer is always the same.");
        chosen();
    });
}

diffusion::GenerationRequest toRequest(const RunOptions& options, const session::ModelSession& session)
{
    diffusion::GenerationRequest request = options.request;
    if (options.hasIds)
        return request;
    QByteArray text = options.prompt == "-" ? readStandardInput() : QByteArray::fromStdString(options.prompt);
    if (options.rawPrompt) {
        request.prompt = session.tokenizer()->encode(text, {});
        return request;
    }
    if (options.prompt == "-" && text.endsWith('\n'))
        text.chop(1); // of the pipe, not of the question
    std::vector<tokenizer::ChatMessage> messages;
    if (!options.system.empty())
        messages.push_back({tokenizer::ChatMessage::Role::System, QString::fromStdString(options.system)});
    messages.push_back({tokenizer::ChatMessage::Role::User, QString::fromUtf8(text)});
    request.prompt = session.chatFormat().encode(*session.tokenizer(), messages);
    return request;
}

} // namespace lacuna::cli
