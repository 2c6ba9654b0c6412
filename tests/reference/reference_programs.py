# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the programs of this folder and reads what they write."""

import json
import pathlib
import shlex
import subprocess
import tempfile

# Which of ggml's CPU backends computes changes the last bits. Goldens come from one of the AVX-512 family, all of which agree;
# how far another one is from it tells what a difference is worth.
BACKENDS = pathlib.Path("/usr/lib/x86_64-linux-gnu/ggml/backends0")
BACKEND = BACKENDS / "libggml-cpu-zen4.so"
OTHER_BACKEND = BACKENDS / "libggml-cpu-haswell.so"

# (gen, block, steps) and guidance at which texts are compared.
SETTINGS = [(32, 32, 32), (64, 32, 16), (64, 8, 64), (60, 32, 7)]
CFG_SCALES = [0.0, 1.5]


def words(ids):
    return " ".join(map(str, ids))


class Programs:
    """The built programs in `folder`, computing with one of ggml's CPU backends.

    `options`: more of their options. `prefix`: a command that runs another one inside the reference system, where that is not the system at hand.
    """

    def __init__(self, folder, backend, options=(), prefix=""):
        self.folder = pathlib.Path(folder)
        self.prefix = shlex.split(prefix)
        # One thread: on a machine that does other work, too, several spend their time waiting for each other.
        self.options = ["--threads", "1", "--backend", str(backend), *options]

    def logits(self, model, sequences):
        """(what computed, the rows of all sequences as f32, lowest byte first)."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            text = pathlib.Path(folder, "sequences.txt")
            text.write_text("".join(words(ids) + "\n" for ids in sequences))
            out = pathlib.Path(folder, "logits")
            self._run("dump_logits", model, "--sequences", text, "--out", out)
            with out.open("rb") as file:
                return json.loads(file.readline()), file.read()

    def generate(self, model, prompts, gen, block, steps, cfg=0.0, stop=True, ends=None):
        """(what computed, one result for each prompt); `ends`: the end tokens, None: the model's."""
        options = ["--gen", gen, "--block", block, "--steps", steps, "--cfg", cfg]
        options += [] if stop else ["--no-stop"]
        options += [] if ends is None else ["--ends", words(ends)]
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            text = pathlib.Path(folder, "prompts.txt")
            text.write_text("".join(words(ids) + "\n" for ids in prompts))
            lines = self._run("generate", model, "--prompts", text, *options).splitlines()
        header, *results = [json.loads(line) for line in lines]
        return header, results

    def _run(self, program, model, *arguments):
        command = [*self.prefix, self.folder / program, "--model", model, *arguments, *self.options]
        run = subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return run.stdout


def first_difference(trace, other):
    """(step, margin) of the first step in which two traces commit something else, None where they are the same.

    The margin is how clearly `trace` won what `other` decided otherwise, in log-probability: the worst of the tokens and of
    the positions exchanged. None: more than the trace can tell.
    """
    for number, (step, theirs) in enumerate(zip(trace, other)):
        chosen = dict(zip(step["positions"], step["ids"]))
        rival = dict(zip(theirs["positions"], theirs["ids"]))
        if chosen == rival:
            continue
        margins = []
        for position, second, gap in zip(step["positions"], step["seconds"], step["tokenGaps"]):
            if position in rival and rival[position] != chosen[position]:
                margins.append(gap if rival[position] == second else None)
        confidences = dict(zip(step["positions"], step["logConfidences"]))
        left = dict(map(tuple, step["left"]))
        lost = [confidences[p] for p in chosen if p not in rival]
        won = [left.get(p) for p in rival if p not in chosen]
        if lost:
            margins.append(None if None in lost + won else max(lost) - min(won))
        return number, None if None in margins else max(margins)
    return None
