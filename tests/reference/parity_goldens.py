#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the goldens of tests/data/parity: llama.cpp's logits and generate.py's ids over them, for small random models.

    python3 tests/reference/parity_goldens.py PROGRAMS MODELS OUT

PROGRAMS: folder of the built reference programs. MODELS: folder of the models that `make_random_model` wrote. OUT: receives for
each model NAME.json, NAME.logits and NAME.generation.json, and a README.md that explains them. Called by make_goldens.
"""

import hashlib
import json
import pathlib
import random
import struct
import subprocess
import sys
import zlib

import numpy as np

from parity_readme import markdown_table, readme
from reference_programs import BACKEND, BACKENDS, CFG_SCALES, OTHER_BACKEND, SETTINGS, Programs, first_difference

LENGTHS = [1, 2, 7, 32, 64, 129, 200, 300]
EVERY_ROW_UP_TO = 32  # of longer sequences only some rows are kept
ROW_STRIDE = 16
PROMPT_LENGTHS = [1, 9, 24]
# Columns of the README's table: what computes beside BACKEND.
VARIANTS = {
    "AVX2 (haswell)": (OTHER_BACKEND, []),
    "SSE 4.2": (BACKENDS / "libggml-cpu-sse42.so", []),
    "baseline (x64)": (BACKENDS / "libggml-cpu-x64.so", []),
    "AVX-512 + AMX (sapphirerapids)": (BACKENDS / "libggml-cpu-sapphirerapids.so", []),
    "the same, repacked for AMX": (BACKENDS / "libggml-cpu-sapphirerapids.so", ["--extra-buffers"]),
}


def package_versions():
    """Debian's versions of the libraries."""
    query = ["dpkg-query", "-W", "-f=${Package} ${Version}\\n", "libllama0", "libggml0"]
    return subprocess.run(query, check=True, capture_output=True, text=True).stdout.splitlines()


def make_sequences(vocabulary, mask, seed):
    """As a canvas looks: ids, then a part in which about two of three are masks."""
    rng = random.Random(seed)
    sequences = []
    for length in LENGTHS:
        answer = length // 2
        sequences.append([mask if i >= length - answer and rng.random() < 0.66 else rng.randrange(vocabulary)
                          for i in range(length)])
    return sequences


def kept_rows(length):
    if length <= EVERY_ROW_UP_TO:
        return list(range(length))
    return sorted({*range(0, length, ROW_STRIDE), length - 1})


def rounded(value):
    return float(f"{value:.4g}")


def logits_of(programs, model, sequences):
    """(what computed, the rows of all sequences)."""
    header, data = programs.logits(model, sequences)
    return header, np.frombuffer(data, dtype="<f4").reshape(-1, header["vocabulary"])


def leads(rows):
    """Each row's largest logit less the second largest."""
    ordered = np.sort(rows, axis=1)
    return ordered[:, -1].astype(np.float64) - ordered[:, -2]


def spread(rows, others):
    """How far another computation of the same rows is from `rows`."""
    a, b = rows.astype(np.float64), others.astype(np.float64)
    cosines = (a * b).sum(1) / np.sqrt((a * a).sum(1) * (b * b).sum(1))
    changed = leads(rows)[rows.argmax(1) != others.argmax(1)]
    return {"oneMinusCosine": rounded(1 - cosines.min()), "rms": rounded(np.sqrt(((a - b) ** 2).mean(1)).max()),
            "argmaxDifferences": len(changed), "largestGapOfThese": rounded(max(changed, default=0))}


def split_by_sequence(rows, sequences):
    return np.split(rows, np.cumsum([len(ids) for ids in sequences])[:-1])


def logit_goldens(sequences, rows):
    """(the entries of NAME.json, the rows of NAME.logits)."""
    entries, kept = [], []
    for ids, part in zip(sequences, split_by_sequence(rows, sequences)):
        entries.append({"ids": ids, "rows": kept_rows(len(ids)), "argmax": part.argmax(1).tolist(),
                        "gaps": list(map(rounded, leads(part)))})
        kept.append(part[kept_rows(len(ids))])
    return entries, np.concatenate(kept)


def other_outcome(result, theirs):
    """Whether another backend gives the same text, and where not, the first step that differs and its margin."""
    if result["answer"] == theirs["answer"]:
        return None
    step, margin = first_difference(result["trace"], theirs["trace"])
    return {"step": step, "margin": margin}


def generation_goldens(model, programs, other, mask, vocabulary):
    rng = random.Random(model.stem + " prompts")
    prompts = [[rng.randrange(vocabulary) for _ in range(length)] for length in PROMPT_LENGTHS]
    prompts[-1][3] = mask  # given, so it is text
    runs = []
    for gen, block, steps in SETTINGS:
        for cfg in CFG_SCALES:
            _, results = programs.generate(model, prompts, gen, block, steps, cfg, stop=False)
            _, others = other.generate(model, prompts, gen, block, steps, cfg, stop=False)
            # An end token that is met half-way, so that the stop has something to do.
            ends = [results[0]["answer"][gen // 2 - 1]]
            _, stopped = programs.generate(model, prompts, gen, block, steps, cfg, ends=ends)
            for result, theirs, stop in zip(results, others, stopped):
                runs.append({"gen": gen, "block": block, "steps": steps, "cfg": cfg, "prompt": result["prompt"],
                             "answer": result["answer"], "trace": result["trace"], "ends": ends,
                             "stoppedAnswer": stop["answer"], "stoppedSteps": len(stop["trace"]),
                             "otherBackend": other_outcome(result, theirs)})
    return runs


def write_lines(path, head, name, items):
    """JSON with one line for each item: readable, and differences show."""
    lines = ",\n".join(json.dumps(item, separators=(",", ":")) for item in items)
    body = json.dumps(head, indent=1)[:-2]
    path.write_text(f'{body},\n "{name}": [\n{lines}\n]}}\n')


class Goldens:
    def __init__(self, folder, out):
        self.out = out
        self.programs = Programs(folder, BACKEND)
        self.other = Programs(folder, OTHER_BACKEND)
        self.variants = {name: Programs(folder, *how) for name, how in VARIANTS.items()}
        self.table = []
        self.counts = {}

    def add(self, model):
        probe, _ = logits_of(self.programs, model, [[0]])
        sequences = make_sequences(probe["vocabulary"], probe["mask"], seed=model.stem)
        header, rows = logits_of(self.programs, model, sequences)
        spreads = {name: spread(rows, logits_of(variant, model, sequences)[1])
                   for name, variant in self.variants.items()}
        self.head = {"model": model.stem, "sha256": hashlib.sha256(model.read_bytes()).hexdigest(),
                     "packages": package_versions(), "cpuBackend": header["cpuBackend"],
                     "systemInfo": header["systemInfo"], "vocabulary": header["vocabulary"], "mask": header["mask"],
                     "otherBackend": {"name": OTHER_BACKEND.name} | next(iter(spreads.values()))}
        entries, kept = logit_goldens(sequences, rows)
        write_lines(self.out / f"{model.stem}.json", self.head, "sequences", entries)
        raw = kept.astype("<f4").tobytes()
        (self.out / f"{model.stem}.logits").write_bytes(struct.pack(">I", len(raw)) + zlib.compress(raw, 9))
        runs = generation_goldens(model, self.programs, self.other, header["mask"], header["vocabulary"])
        write_lines(self.out / f"{model.stem}.generation.json", self.head, "runs", runs)

        changed = sum(run["otherBackend"] is not None for run in runs)
        self.counts = {"rows": len(rows), "runs": len(runs)}
        self.table.append([f"`{model.stem}`"] + [f"{s['oneMinusCosine']:.0e}, {s['argmaxDifferences']}"
                                                 for s in spreads.values()] + [changed])
        print(*self.table[-1], flush=True)

    def write_readme(self):
        table = markdown_table(["model", *VARIANTS, "texts"], self.table)
        text = readme(packages=", ".join(self.head["packages"]), backend=self.head["cpuBackend"],
                      system=self.head["systemInfo"].strip(" |").removeprefix("CPU : "), other=OTHER_BACKEND.name, table=table, **self.counts)
        (self.out / "README.md").write_text(text)


def main():
    folder, models, out = map(pathlib.Path, sys.argv[1:])
    out.mkdir(parents=True, exist_ok=True)
    goldens = Goldens(folder, out)
    for model in sorted(models.glob("*.gguf")):
        goldens.add(model)
    goldens.write_readme()


if __name__ == "__main__":
    main()
