// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the token ids that libllama gives for texts.
//   dump_tokens VOCABULARY.gguf < texts > ids
// A text on stdin is its length (u32, lowest byte first) and its bytes. A line of stdout is, for each text, twice: the
// ids without special tokens parsed, then with; "error" where libllama throws.
#include <llama.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

namespace {

bool readText(std::string& text)
{
    unsigned char size[4];
    if (std::fread(size, 1, sizeof size, stdin) != sizeof size)
        return false;
    text.resize(size[0] | (size[1] << 8) | (size[2] << 16) | (static_cast<uint32_t>(size[3]) << 24));
    return std::fread(text.data(), 1, text.size(), stdin) == text.size();
}

void printIds(const llama_vocab* vocabulary, const std::string& text, bool parseSpecial)
{
    std::vector<llama_token> ids(3 * text.size() + 8); // a broken byte becomes U+FFFD, of three bytes
    try {
        const int count = llama_tokenize(vocabulary, text.data(), static_cast<int32_t>(text.size()), ids.data(),
                                         static_cast<int32_t>(ids.size()), /*add_special*/ false, parseSpecial);
        for (int i = 0; i < count; ++i)
            std::printf(i ? " %d" : "%d", ids[static_cast<size_t>(i)]);
        std::printf("\n");
    } catch (const std::exception&) {
        std::printf("error\n");
    }
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "dump_tokens VOCABULARY.gguf < texts > ids\n");
        return 2;
    }
    llama_log_set(
        [](ggml_log_level level, const char* text, void*) {
            if (level == GGML_LOG_LEVEL_ERROR)
                std::fputs(text, stderr);
        },
        nullptr);
    llama_model_params parameters = llama_model_default_params();
    parameters.vocab_only = true;
    llama_model* model = llama_model_load_from_file(argv[1], parameters);
    if (!model)
        return 1;
    const llama_vocab* vocabulary = llama_model_get_vocab(model);
    for (std::string text; readText(text);) {
        printIds(vocabulary, text, false);
        printIds(vocabulary, text, true);
    }
    llama_model_free(model);
    return 0;
}
