# SPDX-License-Identifier: GPL-3.0-or-later
"""The README of tests/data/parity."""

TEXT = """# Logits and texts of llama.cpp

For each of the random models that `make_random_model --list` names, what llama.cpp computes for it. Made by

    tests/reference/make_goldens

with

- {packages};
- the CPU backend `{backend}` ({system});
- one thread, flash attention off, no repacked weights, non-causal attention, the whole sequence in one micro-batch.

The models themselves are not checked in: they come out the same everywhere, and their SHA-256 stands in the goldens.

| file | holds |
|---|---|
| `NAME.json` | eight sequences of up to 300 ids; of every row the largest logit (`argmax`) and its lead over the second (`gaps`) |
| `NAME.logits` | logits of the `rows` that NAME.json names, sequence after sequence: f32, lowest byte first, as `qCompress` packs them |
| `NAME.generation.json` | `generate.py` over these logits at temperature 0: `answer` and `trace` without early stop, `stoppedAnswer` after `stoppedSteps` with it, for the end tokens `ends`. The members of a trace stand in tests/reference/README.md |

## What a difference is worth
Activations are rounded to 8 bits (or to F16, BF16) before they meet weights of such a type. Two correct programs differ in the
last bits of f32 sums, now and then a value rounds the other way, and from layer to layer that grows to the size of the rounding
itself. So llama.cpp does not agree with itself: the table compares its CPU backends with `{backend}` on the logits here. For a
backend: the worst row's 1 − cosine, and how many of the {rows} rows have another largest logit. The last column counts the texts,
of {runs}, that come out differently with `{other}`.

{table}

`otherBackend` in the JSON files holds the spread against `{other}`: `rms` is the worst row's RMS difference, `largestGapOfThese`
the largest lead among the rows whose largest logit changed; in a run it is null where the texts are equal, else the first step
that differs, and by which margin that was decided.
"""


def markdown_table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows])


def readme(**values):
    return TEXT.format(**values)
