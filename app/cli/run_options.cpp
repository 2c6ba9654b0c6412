// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/run_options.h"

#include "cli/console.h"

namespace lacuna::cli {

namespace {

void addPromptOptions(CLI::App& command, RunOptions& options)
{
    command.add_option("-m,--model", options.model, "GGUF file of the model; of a split one, any part")
        ->type_name("FILE")
        ->required();
    CLI::Option_group* prompt = command.add_option_group("Prompt");
    CLI::Option* text =
        prompt->add_option("-p,--prompt", options.prompt, "What the model is to answer; - reads it from stdin");
    text->type_name("TEXT");
    CLI::Option* system = prompt->add_option("--system", options.system, "System prompt of the chat");
    system->type_name("TEXT")->needs(text);
    CLI::Option* raw = prompt->add_flag("--raw-prompt", options.rawPrompt,
                                        "Take the prompt as it stands: no chat format, names of control tokens are "
                                        "control tokens");
    raw->needs(text)->excludes(system);
    prompt->add_option("--ids", options.request.prompt, "The prompt as token ids, instead of text")
        ->type_name("ID,ID,…")
        ->delimiter(',')
        ->excludes(text);
}

void addSamplingOptions(CLI::App& command, RunOptions& options)
{
    diffusion::GenerationRequest& request = options.request;
    CLI::Option_group* group = command.add_option_group("Denoising");
    group->option_defaults()->always_capture_default();
    group->add_option("-n,--gen-length", request.genLength, "Tokens of the answer")
        ->type_name("N")
        ->check(CLI::NonNegativeNumber);
    group
        ->add_option(
            "--block-length", request.blockLength,
            "Tokens of a block; blocks are filled one after the other. Short ones (8 to 64) give the best answers")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    group
        ->add_option("--steps", request.steps,
                     "Denoising steps for the whole answer. As many as tokens is slowest and best")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    group->add_option("--temperature", request.temperature, "Noise in the choice of tokens; 0: the most probable one")
        ->type_name("T")
        ->check(CLI::NonNegativeNumber);
    group
        ->add_option("--cfg-scale", request.cfgScale,
                     "Guidance: how far to go beyond what the model says without the prompt; above 0 doubles the work")
        ->type_name("S")
        ->check(CLI::NonNegativeNumber);
    group
        ->add_option("--remasking", options.remasking,
                     "Which positions a step fills: those that the model is sure of (low_confidence) or any (random)")
        ->type_name("HOW")
        ->check(CLI::IsMember({"low_confidence", "random"}));
    group
        ->add_option("--threshold", request.threshold,
                     "Fill every position with at least this confidence, however many steps that takes; faster, not "
                     "exact [off]")
        ->type_name("0…1")
        ->check(CLI::Range(0.0, 1.0));
    group->add_flag("--logits-eos-inf", request.logitsEosInf, "Never choose the end-of-text token [off]");
    group->add_flag("--confidence-eos-eot-inf", request.confidenceEosEotInf,
                    "Fill positions that want an end token last [off]");
    group->add_flag("!--no-stop-at-end", request.stopAtEnd, "Fill the blocks after an end token too [off]");
    group->add_option("--seed", request.seed, "Seed of temperature and of random remasking")->type_name("N");
}

void addOutputOptions(CLI::App& command, RunOptions& options)
{
    CLI::Option_group* group = command.add_option_group("Output");
    group->add_flag("--visual", options.visual,
                    "Draw the denoising on stderr: redrawn on a terminal, else a line a step");
    CLI::Option* json =
        group->add_flag("--json", options.json, "One JSON object a line on stdout: start, every step, end (see below)");
    CLI::Option* outIds =
        group->add_flag("--out-ids", options.outIds, "Print the answer's token ids instead of its text");
    group->add_flag("--stats", options.stats, "Times and rows of every step on stderr");
    json->excludes(outIds);
    command.add_option("--threads", options.threads, "Threads that compute; 0: one per physical core")
        ->type_name("N")
        ->check(CLI::Range(0, 1024))
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
    addSamplingOptions(command, options);
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
