// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lacuna::tokenizer {

// Files do not tell everything about their special tokens, so llama.cpp goes by their names, and so does this engine.
// Whatever type the file gives them, tokens of these names are Control: a user's text cannot produce them.

/// End of turn, where the file has no `tokenizer.ggml.eot_token_id`; the first that the vocabulary has.
inline constexpr const char* EndOfTurnNames[] = {
    "<|eot_id|>", "<|im_end|>",         "<|role_end|>",    "<end_of_turn>",         "<|end|>",       "<EOT>", "_<EOT>",
    "[EOT]",      "<end_of_utterance>", "<|end_of_text|>", "<｜end▁of▁sentence｜>", "<|endoftext|>",
};

/// All of these end an answer.
inline constexpr const char* EndNames[] = {
    "<|eot_id|>",
    "<|im_end|>",
    "<|role_end|>",
    "<|end|>",
    "<|return|>",
    "<|call|>",
    "<|calls|>",
    "<|flush|>",
    "<end_of_turn>",
    "<turn|>",
    "<|tool_response>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|eom_id|>",
    "</s>",
    "<eos>",
    "<EOT>",
    "_<EOT>",
    "[EOT]",
    "[EOS]",
    "[e~[",
    "<end_of_utterance>",
    "<｜end▁of▁sentence｜>",
    // padding and separators of fill-in-the-middle training
    "<|fim_pad|>",
    "<fim-pad>",
    "<fim_pad>",
    "<PAD>",
    "[PAD]",
    "<|fim_repo|>",
    "<|repo_name|>",
    "<fim-repo>",
    "<REPO>",
    "<reponame>",
    "<|file_sep|>",
};

/// Markers of fill-in-the-middle prompts.
inline constexpr const char* FillInNames[] = {
    "<|fim_prefix|>",  "<fim-prefix>",  "<fim_prefix>",    "<｜fim▁begin｜>", "<PRE>",           "▁<PRE>",
    "<|code_prefix|>", "<|prefix|>",    "<|fim_suffix|>",  "<fim-suffix>",    "<fim_suffix>",    "<｜fim▁hole｜>",
    "<SUF>",           "▁<SUF>",        "<|code_suffix|>", "<|suffix|>",      "<|fim_middle|>",  "<fim-middle>",
    "<fim_middle>",    "<｜fim▁end｜>", "<MID>",           "▁<MID>",          "<|code_middle|>", "<|middle|>",
};

} // namespace lacuna::tokenizer
