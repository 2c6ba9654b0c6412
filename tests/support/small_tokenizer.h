// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tokenizer/tokenizer.h"

namespace lacuna::support {

/// Ids of smallTokenizer().
enum SmallToken : TokenId {
    Hello,
    World, ///< " world"
    LineFeed,
    Blank,
    ChineseHead, ///< the first two bytes of 中
    ChineseTail, ///< its third byte
    Escape, ///< the control character that terminals obey
    Unused,
    Eos,
    Eot,
    Mask,
};

/// A vocabulary of eleven tokens, no merges.
inline std::shared_ptr<const tokenizer::Tokenizer> smallTokenizer()
{
    static const std::vector<QByteArray> names {
        "Hello", "Ġworld", "Ċ", "Ġ", "ä¸", "Ń", "\u011b", "[PAD7]", "<|endoftext|>", "<|eot_id|>", "<|mdm_mask|>"};
    tokenizer::VocabularyData data;
    data.tokens.assign(names.begin(), names.end());
    data.types = {1, 1, 1, 1, 1, 1, 1, 5, 3, 3, 3};
    data.preTokenizer = "bailingmoe";
    data.eos = Eos;
    data.eot = Eot;
    data.mask = Mask;
    return *tokenizer::Tokenizer::create(data);
}

} // namespace lacuna::support
