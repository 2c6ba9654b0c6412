// SPDX-License-Identifier: GPL-3.0-or-later
// Answers the prompts of `evaluate.py prompts` over llama.cpp: LLaDA's generate.py, greedy, or with a confidence
// threshold; an answer is done after the block that holds its end.
//
//   g++ -std=c++20 -O2 answer.cpp -o answer -lllama -lggml -lggml-base && ./answer MODEL.gguf < prompts > answers
//
// A line of input: length, block, steps, threshold (0: none), then the prompt's ids. A line of output: the answer's
// ids,
// ';', the number of forward passes. With a second argument FILE every pass's inputs and best ids are written there.
#include <ggml-backend.h>
#include <llama.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <numeric>
#include <sstream>
#include <vector>

namespace {

constexpr int longest = 512;

struct Guess {
    llama_token id = 0;
    double confidence = 0;
};

Guess bestOf(const float* row, int vocabulary)
{
    const auto best = std::max_element(row, row + vocabulary);
    double sum = 0;
    for (int i = 0; i < vocabulary; ++i)
        sum += std::exp(double(row[i]) - *best);
    return {llama_token(best - row), 1 / sum};
}

const float* logits(llama_context* context, std::vector<llama_token>& ids)
{
    std::vector<llama_pos> positions(ids.size());
    std::iota(positions.begin(), positions.end(), 0);
    std::vector<int8_t> wanted(ids.size(), 1);
    const llama_batch batch {int32_t(ids.size()), ids.data(), nullptr, positions.data(), nullptr, nullptr,
                             wanted.data()};
    if (llama_decode(context, batch) != 0)
        std::exit(2);
    return llama_get_logits(context);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2)
        return 1;
    llama_log_set([](ggml_log_level, const char*, void*) {}, nullptr);
    ggml_backend_load_all();
    llama_backend_init();
    llama_model* const model = llama_model_load_from_file(argv[1], llama_model_default_params());
    if (model == nullptr)
        return 1;
    const llama_vocab* const vocab = llama_model_get_vocab(model);
    const int vocabulary = llama_vocab_n_tokens(vocab);
    const llama_token mask = llama_vocab_mask(vocab);
    llama_context_params params = llama_context_default_params();
    params.n_ctx = params.n_batch = params.n_ubatch = longest;
    params.n_threads = params.n_threads_batch = 1;
    params.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_DISABLED;
    llama_context* const context = llama_init_from_model(model, params);
    llama_set_causal_attn(context, false);
    std::ofstream trace;
    if (argc > 2)
        trace.open(argv[2]);

    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream in(line);
        int length = 0, block = 0, steps = 0;
        double threshold = 0;
        in >> length >> block >> steps >> threshold;
        std::vector<llama_token> ids;
        for (llama_token id; in >> id;)
            ids.push_back(id);
        const int start = int(ids.size()), blocks = length / block, perBlock = steps / blocks;
        ids.resize(ids.size() + size_t(length), mask);
        int passes = 0;
        for (int b = 0; b < blocks; ++b) {
            const int first = start + b * block;
            for (int step = 0; threshold > 0 ? step < block : step < perBlock; ++step) {
                std::vector<int> open;
                for (int i = first; i < first + block; ++i)
                    if (ids[size_t(i)] == mask)
                        open.push_back(i);
                if (open.empty())
                    break;
                const float* const all = logits(context, ids);
                ++passes;
                if (trace.is_open()) {
                    for (const llama_token id : ids)
                        trace << id << ' ';
                    trace << ';';
                    for (size_t i = 0; i < ids.size(); ++i)
                        trace << ' ' << bestOf(all + i * size_t(vocabulary), vocabulary).id;
                    trace << '\n';
                }
                std::vector<Guess> guesses(ids.size());
                for (const int i : open)
                    guesses[size_t(i)] = bestOf(all + size_t(i) * size_t(vocabulary), vocabulary);
                std::stable_sort(open.begin(), open.end(), [&](int x, int y) {
                    return guesses[size_t(x)].confidence > guesses[size_t(y)].confidence;
                });
                size_t count = size_t(block / perBlock + (step < block % perBlock ? 1 : 0));
                if (threshold > 0)
                    count = std::max<size_t>(1, size_t(std::count_if(open.begin(), open.end(), [&](int i) {
                                                 return guesses[size_t(i)].confidence > threshold;
                                             })));
                for (size_t i = 0; i < std::min(count, open.size()); ++i)
                    ids[size_t(open[i])] = guesses[size_t(open[i])].id;
            }
            if (std::any_of(ids.begin() + first, ids.begin() + first + block,
                            [&](llama_token id) { return llama_vocab_is_eog(vocab, id); }))
                break;
        }
        for (int i = start; i < start + length; ++i)
            std::cout << ids[size_t(i)] << ' ';
        std::cout << ';' << passes << std::endl;
    }
    llama_free(context);
    llama_model_free(model);
}
