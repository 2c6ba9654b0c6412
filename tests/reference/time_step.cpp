// SPDX-License-Identifier: GPL-3.0-or-later
// Times llama.cpp on a denoising step: the whole canvas through the transformer, and the logits of all rows. For a
// model without a cache it cannot compute fewer; llama-bench's pp test does the same.
//
//   time_step --model FILE [--rows 160] [--repeat 5] [--backend LIB] [--threads N] [--extra-buffers]
//
// Prints one JSON object. On a machine that others use, processor time of a single thread says more than wall time;
// with several threads it includes their waiting for each other.
#include "json.h"
#include "llama_model.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <exception>

using namespace lacuna::reference;

namespace {

double processorMs()
{
    return static_cast<double>(std::clock()) * 1e3 / CLOCKS_PER_SEC;
}

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void run(int argc, char** argv)
{
    Arguments arguments(argc, argv, {LlamaOptions::extraBuffersFlag});
    const LlamaOptions options = LlamaOptions::parse(arguments);
    const int rows = arguments.integer("--rows", 160);
    const int repeat = std::max(1, arguments.integer("--repeat", 5));
    arguments.checkAllUsed();

    LlamaModel model(options, rows);
    Ids ids;
    for (int i = 0; i < rows; ++i)
        ids.push_back((i * 7919 + 11) % model.vocabulary());
    model.logits(ids); // the first pass loads pages and allocates

    std::vector<double> wall;
    std::vector<double> processor;
    for (int i = 0; i < repeat; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        const double beginProcessor = processorMs();
        model.logits(ids);
        processor.push_back(processorMs() - beginProcessor);
        wall.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    std::printf("{\"program\":\"time_step\",%s,\"rows\":%d,\"medianMs\":%s,\"medianProcessorMs\":%s,"
                "\"wallMs\":%s,\"processorMs\":%s}\n",
                model.description().c_str(), rows, jsonNumber(median(wall)).c_str(),
                jsonNumber(median(processor)).c_str(), jsonArray(wall).c_str(), jsonArray(processor).c_str());
}

} // namespace

int main(int argc, char** argv)
{
    try {
        run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "time_step: %s\n", error.what());
        return 1;
    }
    return 0;
}
