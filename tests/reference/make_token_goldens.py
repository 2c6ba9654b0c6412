#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes golden token ids of a corpus, as libllama gives them.

    python3 tests/reference/make_token_goldens.py DUMP_TOKENS CORPUS.json VOCABULARY.gguf OUT.json

DUMP_TOKENS is the program made from dump_tokens.cpp. libllama cuts text up with recursive regular expressions, so texts of
100 kB need a large stack: this script asks for one. Lists of more than 400 ids are given as their count and SHA-256 (of the
ids as 32-bit numbers, lowest byte first).
"""

import hashlib
import json
import pathlib
import resource
import struct
import subprocess
import sys

LONGEST_LIST = 400
STACK_BYTES = 4 << 30


def text_of(case):
    """The bytes of a case: its parts, each repeated `times` times."""
    text = b""
    for part in case["parts"]:
        data = bytes.fromhex(part["hex"]) if "hex" in part else part["text"].encode("utf-8")
        text += data * part.get("times", 1)
    return text


def golden(line):
    ids = [int(word) for word in line.split()]
    if len(ids) <= LONGEST_LIST:
        return ids
    return {"count": len(ids), "sha256": hashlib.sha256(struct.pack(f"<{len(ids)}i", *ids)).hexdigest()}


def raise_stack():
    resource.setrlimit(resource.RLIMIT_STACK, (STACK_BYTES, resource.getrlimit(resource.RLIMIT_STACK)[1]))


def main():
    program, corpus, vocabulary, out = sys.argv[1:]
    cases = json.loads(pathlib.Path(corpus).read_text(encoding="utf-8"))
    texts = [text_of(case) for case in cases]
    stdin = b"".join(struct.pack("<I", len(text)) + text for text in texts)
    result = subprocess.run(
        [program, vocabulary], input=stdin, stdout=subprocess.PIPE, check=True, preexec_fn=raise_stack
    )
    lines = result.stdout.decode("ascii").splitlines()
    assert len(lines) == 2 * len(cases)
    rows = [
        json.dumps({"name": case["name"], "plain": golden(plain), "special": golden(special)}, separators=(",", ":"))
        for case, plain, special in zip(cases, lines[::2], lines[1::2])
    ]
    pathlib.Path(out).write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


main()
