# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts the rows in which llama.cpp and PyTorch (both f32, same file) find the same best token: compare.py F32.gguf TRACE
TRACE is what answer.cpp wrote to its second argument."""
import sys

import torch

import generate

torch.set_num_threads(1)
model, leaves, _ = generate.load(sys.argv[1], torch.float32)
same = rows = 0
with open(sys.argv[2], encoding="utf-8") as f, torch.no_grad():
    for line in f:
        ids, best = ([int(i) for i in part.split()] for part in line.split(";"))
        logits = model.forward(leaves, torch.tensor([ids]))[0]
        same += (logits.argmax(-1) == torch.tensor(best)).sum().item()
        rows += len(ids)
print(f"{same} of {rows} rows: the same best token")
