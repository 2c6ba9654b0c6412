// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <span>
#include <vector>

namespace lacuna::tokenizer {

/// How a text is cut into the pieces within which tokens are merged.
enum class SplitRule {
    /// Contractions in both cases; words with one character of another kind before them; numbers one digit at a time;
    /// punctuation with a space before and line ends after; white space up to its last line end. The rule of Qwen 2
    /// and,
    /// written differently but the same in effect, that of Ling, LLaDA and LLaDA-MoE.
    SingleDigits,
    TripleDigits, ///< the same with up to three digits together: Llama 3
    Gpt2, ///< contractions in lower case; words, numbers and punctuation, each with a space before; white space
    Unnamed, ///< what llama.cpp does with a file that names no rule: punctuation apart, then Gpt2, then digits by
    ///< threes
};

/// A value of `tokenizer.ggml.pre` that this engine knows.
struct PreTokenizer {
    const char* name;
    SplitRule rule;
    bool wholePieces; ///< a piece that is a token itself is not merged up from its bytes
    bool addsBos; ///< where the file has no `tokenizer.ggml.add_bos_token`
};

/// Looks a name up; nullptr: unknown.
const PreTokenizer* findPreTokenizer(QByteArrayView name);

/// Lengths, in code points, of the pieces of `text`; they add up to its length and none is 0.
std::vector<qsizetype> split(std::span<const char32_t> text, SplitRule rule);

} // namespace lacuna::tokenizer
