#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains the small vocabularies of the tokenizer's tests on a text of our own, each with the rule of one family.

    python3 tests/reference/train_vocabularies.py tests/data/tokenizer

Needs Hugging Face's tokenizers (0.23.1 made those that are checked in). Reads training.txt and writes NAME.json in the
form of a tokenizer.json, cut down to what a GGUF vocabulary needs.
"""

import json
import pathlib
import sys

from tokenizers import Regex, Tokenizer, models, pre_tokenizers, trainers

LING = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"
)
LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"

# Control tokens, and tokens that are content (special: false): one inside another, one of a single character.
CONTROL = [
    "<|startoftext|>", "<|endoftext|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>", "<|mdm_mask|>",
    "<|eot_id|><|eot_id|>", "<role>", "</role>", "<|role_end|>",
]
CONTENT = ["<think>", "</think>", "<think></think>", "⟦", "\t\t\t\t", "<|fim_prefix|>"]
# Tokens that no merges lead to: found only by rules that take a piece whole.
WHOLE = ["Ġunmergeable", "Zyzzyva", "Ã©Ã©Ã©Ã©", "***!!!***"]


def train(text, rule, size):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(rule), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    trainer = trainers.BpeTrainer(
        vocab_size=size, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    tokenizer.train_from_iterator([text], trainer)
    model = json.loads(tokenizer.to_str())["model"]
    tokens = sorted(model["vocab"], key=model["vocab"].get) + WHOLE
    special = [(name, True) for name in CONTROL] + [(name, False) for name in CONTENT]
    return {
        "added_tokens": [
            {"id": len(tokens) + at, "content": name, "special": control}
            for at, (name, control) in enumerate(special)
        ],
        "model": {
            "vocab": {name: at for at, name in enumerate(tokens)},
            "merges": [merge if isinstance(merge, str) else " ".join(merge) for merge in model["merges"]],
        },
    }


def main():
    folder = pathlib.Path(sys.argv[1])
    text = (folder / "training.txt").read_text(encoding="utf-8")
    for name, rule, size in [("bailingmoe", LING, 2000), ("llama-bpe", LLAMA3, 1500), ("gpt-2", GPT2, 1500)]:
        vocabulary = train(text, rule, size)
        path = folder / f"{name}.json"
        path.write_text(json.dumps(vocabulary, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
        print(path, len(vocabulary["model"]["vocab"]), "tokens,", len(vocabulary["model"]["merges"]), "merges")


main()
