// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the vocabulary of a tokenizer.json as a GGUF file, for the program that makes golden ids.
//   convert_vocabulary TOKENIZER.json PRE_TOKENIZER OUT.gguf
#include "support/tokenizer_json.h"

#include <cstdio>

int main(int argc, char** argv)
{
    if (argc != 4) {
        std::fprintf(stderr, "convert_vocabulary TOKENIZER.json PRE_TOKENIZER OUT.gguf\n");
        return 2;
    }
    const lacuna::Result<void> result = lacuna::support::readTokenizerJson(QString::fromLocal8Bit(argv[1]), argv[2])
                                            .and_then([&](const lacuna::support::GgufWriter& writer) {
                                                return writer.write(QString::fromLocal8Bit(argv[3]));
                                            });
    if (!result)
        std::fprintf(stderr, "convert_vocabulary: %s\n", qPrintable(result.error().message));
    return result ? 0 : 1;
}
