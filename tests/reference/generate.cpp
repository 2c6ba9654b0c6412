// SPDX-License-Identifier: GPL-3.0-or-later
// LLaDA's generate.py over llama.cpp's logits, greedy: the ids, and how clearly each decision was won.
//
//   generate --model FILE --prompts TEXT --gen N --block N --steps N [--cfg S] [--logits-eos-inf]
//            [--confidence-eos-eot-inf] [--no-stop | --ends IDS] [--backend LIB] [--threads N] [--extra-buffers] >
//            LINES
//
// TEXT: one prompt a line, see ids.h. Prints lines of JSON: first what computed, then one object for each prompt (see
// README.md for its members).
#include "generate_py.h"
#include "json.h"
#include "llama_model.h"

#include <cstdio>
#include <exception>

using namespace lacuna::reference;

namespace {

/// The mask and UNUSED ids never come out; ids beyond the tokenizer's do not exist in a file that libllama loads.
Vocabulary readVocabulary(const LlamaModel& model)
{
    Vocabulary vocabulary;
    vocabulary.size = model.vocabulary();
    vocabulary.mask = llama_vocab_mask(model.vocab());
    vocabulary.eos = llama_vocab_eos(model.vocab());
    vocabulary.eot = llama_vocab_eot(model.vocab());
    for (TokenId id = 0; id < vocabulary.size; ++id) {
        if (id == vocabulary.mask || (llama_vocab_get_attr(model.vocab(), id) & LLAMA_TOKEN_ATTR_UNUSED) != 0)
            vocabulary.forbidden.push_back(id);
        if (llama_vocab_is_eog(model.vocab(), id))
            vocabulary.ends.push_back(id);
    }
    return vocabulary;
}

std::string toJson(const Runner& runner)
{
    return '[' + std::to_string(runner.position) + ',' + jsonNumber(runner.logConfidence) + ']';
}

std::string toJson(const Step& step)
{
    std::string left;
    for (const Runner& runner : step.left)
        left += (left.empty() ? "" : ",") + toJson(runner);
    return "{\"positions\":" + jsonArray(step.positions) + ",\"ids\":" + jsonArray(step.ids)
        + ",\"seconds\":" + jsonArray(step.seconds) + ",\"tokenGaps\":" + jsonArray(step.tokenGaps)
        + ",\"logConfidences\":" + jsonArray(step.logConfidences) + ",\"left\":[" + left + "],\"selectionGap\":"
        + jsonNumber(step.selectionGap) + ",\"otherTokenGap\":" + jsonNumber(step.otherTokenGap) + "}";
}

void print(const Ids& prompt, const GenerateResult& result)
{
    std::printf("{\"prompt\":%s,\"answer\":%s,\"trace\":[", jsonArray(prompt).c_str(),
                jsonArray(result.answer).c_str());
    for (std::size_t i = 0; i < result.trace.size(); ++i)
        std::printf("%s%s", i > 0 ? "," : "", toJson(result.trace[i]).c_str());
    std::printf("]}\n");
}

void run(int argc, char** argv)
{
    Arguments arguments(argc, argv,
                        {LlamaOptions::extraBuffersFlag, "--logits-eos-inf", "--confidence-eos-eot-inf", "--no-stop"});
    const LlamaOptions options = LlamaOptions::parse(arguments);
    const std::vector<Ids> prompts = readSequences(arguments.text("--prompts"));
    GenerateRequest request;
    request.genLength = arguments.integer("--gen", request.genLength);
    request.blockLength = arguments.integer("--block", request.blockLength);
    request.steps = arguments.integer("--steps", request.steps);
    request.cfgScale = arguments.number("--cfg", 0);
    request.logitsEosInf = arguments.flag("--logits-eos-inf");
    request.confidenceEosEotInf = arguments.flag("--confidence-eos-eot-inf");
    request.stopAtEnd = !arguments.flag("--no-stop");
    const std::string ends = arguments.text("--ends", {});
    arguments.checkAllUsed();

    std::size_t longest = 0;
    for (const Ids& prompt : prompts)
        longest = std::max(longest, prompt.size());
    LlamaModel model(options, static_cast<int>(longest) + request.genLength);
    Vocabulary vocabulary = readVocabulary(model);
    if (vocabulary.mask < 0)
        throw std::runtime_error("the model names no mask token");
    if (!ends.empty())
        vocabulary.ends = parseIds(ends);

    std::printf("{\"program\":\"generate\",%s,\"gen\":%d,\"block\":%d,\"steps\":%d,\"cfg\":%s,\"stop\":%s,"
                "\"ends\":%s}\n",
                model.description().c_str(), request.genLength, request.blockLength, request.steps,
                jsonNumber(request.cfgScale).c_str(), request.stopAtEnd ? "true" : "false",
                jsonArray(vocabulary.ends).c_str());
    for (const Ids& prompt : prompts) {
        request.prompt = prompt;
        print(prompt, generate(request, vocabulary, [&model](const Ids& canvas) { return model.logits(canvas); }));
    }
}

} // namespace

int main(int argc, char** argv)
{
    try {
        run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "generate: %s\n", error.what());
        return 1;
    }
    return 0;
}
