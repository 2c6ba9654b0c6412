// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"

#include <QByteArray>

#include <vector>

namespace lacuna::support {

/// A byte-level BPE vocabulary in the form of GGUF's `tokenizer.ggml.*`, with LLaDA's special tokens.
struct ByteVocabulary {
    static constexpr int minimumSize = 256 + 16;

    std::vector<QByteArray> tokens; ///< GPT-2's spelling: bytes as printable characters, UTF-8
    std::vector<qint32> types; ///< 1 normal, 3 control, 5 unused
    std::vector<QByteArray> merges; ///< "left right"
    TokenId bos = -1; ///< `<|startoftext|>`
    TokenId eos = -1; ///< `<|endoftext|>`
    TokenId eot = -1; ///< `<|eot_id|>`
    TokenId mask = -1; ///< `<|mdm_mask|>`
};

/// 256 tokens of one byte, then made-up words that merges build letter by letter, then six special tokens and ten
/// unused ones. `size` ≥ minimumSize.
ByteVocabulary makeByteVocabulary(int size);

} // namespace lacuna::support
