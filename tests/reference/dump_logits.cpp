// SPDX-License-Identifier: GPL-3.0-or-later
// Writes llama.cpp's logits of all positions of some sequences.
//
//   dump_logits --model FILE --sequences TEXT --out FILE [--backend LIB] [--threads N] [--extra-buffers]
//
// TEXT: see ids.h. The output is one line of JSON (what computed, the lengths of the sequences), then for every
// sequence length × vocabulary numbers, f32, lowest byte first.
#include "json.h"
#include "llama_model.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>

using namespace lacuna::reference;

namespace {

void run(int argc, char** argv)
{
    Arguments arguments(argc, argv, {LlamaOptions::extraBuffersFlag});
    const LlamaOptions options = LlamaOptions::parse(arguments);
    const std::vector<Ids> sequences = readSequences(arguments.text("--sequences"));
    const std::string path = arguments.text("--out");
    arguments.checkAllUsed();

    std::vector<int> lengths;
    for (const Ids& ids : sequences)
        lengths.push_back(static_cast<int>(ids.size()));
    LlamaModel model(options, *std::max_element(lengths.begin(), lengths.end()));

    std::ofstream file(path, std::ios::binary);
    file << "{\"program\":\"dump_logits\"," << model.description() << ",\"lengths\":" << jsonArray(lengths) << "}\n";
    for (const Ids& ids : sequences) {
        const std::span<const float> logits = model.logits(ids);
        file.write(reinterpret_cast<const char*>(logits.data()), static_cast<std::streamsize>(logits.size_bytes()));
    }
    if (!file.flush())
        throw std::runtime_error("cannot write " + path);
}

} // namespace

int main(int argc, char** argv)
{
    try {
        run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "dump_logits: %s\n", error.what());
        return 1;
    }
    return 0;
}
