# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains the demo model: worker processes of one thread each, shared parameters, Muon for the matrices and Adam for the rest.

Resumes from the last checkpoint. The learning rate follows the training time that has been used of --minutes.
"""
import argparse
import os
import random
import time

import numpy as np
import torch
import torch.multiprocessing as mp
import torch.nn.functional as F

from generator import REFUSAL, Generator
from model import Leaves, Model, Shape, count, initial, views
from tokenizer import Chat

CANVASES = (16, 24, 32, 64, 96, 128)
EARLY, LATE = (0.56, 0.20, 0.14, 0.06, 0.02, 0.02), (0.15, 0.05, 0.30, 0.39, 0.06, 0.05)  # how often, before and after SWITCH
SWITCH = 0.93
LONGEST_PROMPT = 150
PADDING_KEPT = 0.25  # this share of the masked end-tokens after the answer counts in the loss ...
PADDING_WEIGHT = 0.4  # ... with this weight
REFUSAL_WEIGHT = 0.5  # a refusal is long and always the same
STALE_END = 0.25  # how often the visible part after the answer shows an end in a wrong place
OUTSIDE_WEIGHT = 0.3  # masked answer tokens in blocks that are not active yet


class Batches:
    """Batches of conversations of about the same length; the canvas fills each row to its end, so nothing needs padding."""

    def __init__(self, chat, seed, tokens):
        self.chat, self.generator, self.seed, self.tokens = chat, Generator(), seed, tokens
        self.ready = []

    def refill(self, step, progress):
        r = random.Random(f"{self.seed}/{step}")
        groups = {c: [] for c in CANVASES}
        for _ in range(1200):
            system, turns, _ = self.generator.conversation(r, 0.24 if progress > SWITCH else 0.10)
            prompt = self.chat.prompt(system, turns[:-1], turns[-1][0])
            answer = self.chat.answer(turns[-1][1])
            if len(prompt) <= LONGEST_PROMPT:
                canvas = r.choices(CANVASES, LATE if progress > SWITCH else EARLY)[0]
                groups[next(c for c in CANVASES if c >= max(canvas, len(answer)))].append((prompt, answer, REFUSAL_WEIGHT if turns[-1][1] == REFUSAL else 1.0))
        for canvas, items in groups.items():
            items.sort(key=lambda i: len(i[0]))
            at = 0
            while at < len(items):
                take = 1
                while at + take < len(items) and (take + 1) * (len(items[at + take][0]) + canvas) <= self.tokens:
                    take += 1
                self.ready.append((canvas, items[at:at + take]))
                at += take
        r.shuffle(self.ready)

    def next(self, step, progress):
        while not self.ready:
            self.refill(step, progress)
        canvas, items = self.ready.pop()
        rng = np.random.default_rng([step, len(items), *self.seed.encode()])
        length = max(len(p) for p, _, _ in items) + canvas
        ids = np.full((len(items), length), self.chat.end, np.int64)
        masked = np.zeros(ids.shape, bool)
        weight = np.zeros(ids.shape, np.float32)
        for i, (prompt, answer, scale) in enumerate(items):
            start = len(prompt)
            ids[i, :start] = prompt
            ids[i, start:start + len(answer)] = answer
            masked[i, start:], weight[i, start:] = self.mask(rng, length - start, len(answer))
            weight[i] *= scale
        inputs = np.where(masked, self.chat.mask, ids)
        for row, (prompt, answer, _) in zip(inputs, items):
            self.stale_end(rng, row[len(prompt):], answer)
        rows = np.flatnonzero(weight)
        return torch.from_numpy(inputs), torch.from_numpy(rows), torch.from_numpy(ids.ravel()[rows]), torch.from_numpy(weight.ravel()[rows])

    def stale_end(self, rng, canvas, answer):
        """Generation often settles the end a few places too late. Then the sentence must still end where it is complete."""
        length = int(rng.integers(1, min(3, len(answer)) + 1))
        if rng.random() < STALE_END and canvas[len(answer) - 1] == self.chat.mask:
            first = len(answer) + int(rng.integers(0, 3))
            if first + length <= len(canvas):
                canvas[len(answer):first][canvas[len(answer):first] != self.chat.mask] = self.chat.mask
                canvas[first:first + length] = answer[-length:]

    def mask(self, rng, n, answer):
        """Which of the n canvas positions are masked, and what each counts in the loss."""
        where = np.arange(n)
        masked = np.ones(n, bool)
        active = np.ones(n, bool)
        kind = rng.random()
        if kind < 0.45:  # block by block, as in generation
            block = rng.choice([8, 16, 32, 32, 32, 32, 32, 64])
            last = (answer - 1) // block if rng.random() < 0.85 else (n - 1) // block
            start = rng.integers(last + 1) * block
            active = (where >= start) & (where < start + block)
            masked = where >= start
            if rng.random() < 0.55:
                masked &= ~active | (rng.random(n) < rng.random())
        elif kind < 0.58:
            pass  # everything masked
        elif kind < 0.72:  # the end is known, the answer is not
            masked = (where < answer) & (rng.random(n) < rng.uniform(0.3, 1.3))
        else:
            masked = rng.random(n) < rng.random()
        if not masked[:answer].any() and rng.random() < 0.9:
            masked[rng.integers(answer)] = True
        weight = np.where(where < answer, 1.0, np.where(rng.random(n) < PADDING_KEPT, PADDING_WEIGHT, 0.0)) * np.where(active, 1.0, OUTSIDE_WEIGHT)
        return masked, (weight * masked).astype(np.float32)


@torch.no_grad()
def orthogonal(gradients, steps=5):
    """The nearest orthogonal matrices to a stack of gradients, by Newton-Schulz iteration."""
    out = torch.empty_like(gradients, dtype=torch.bfloat16)
    for x, y in zip(gradients.bfloat16(), out):  # one by one: bmm is three times as slow
        wide = x.shape[0] <= x.shape[1]
        x = x if wide else x.t()
        x = x / (x.norm() + 1e-7)
        for _ in range(steps):
            a = x @ x.t()
            x = torch.addmm(x, torch.addmm(a, a, a, beta=-4.7750, alpha=2.0315), x, beta=3.4445)
        y.copy_(x if wide else x.t())
    return out


class Optimiser:
    """Updates one worker's part of the shared parameters."""

    def __init__(self, shape, shared, rank, workers, options):
        self.shape, self.shared, self.rank, self.workers, self.options = shape, shared, rank, workers, options

    @torch.no_grad()
    def update(self, step, rate):
        o = self.options
        part = {k: views(self.shape, self.shared[k]) for k in ("flat", "first", "second")}
        grads = [views(self.shape, g) for g in self.shared["grads"]]
        for i, name in enumerate(("embedding", "output")):
            if i % self.workers == self.rank:
                g = sum(g[name] for g in grads) / self.workers
                m, v = part["first"][name], part["second"][name]
                m.lerp_(g, 0.1)
                v.lerp_(g.square(), 0.02)
                fix1, fix2 = 1 - 0.9 ** (step + 1), 1 - 0.98 ** (step + 1)
                part["flat"][name].addcdiv_(m, (v / fix2).sqrt_().add_(1e-9), value=-rate * o[name] / fix1)
        for name in ("attention", "gate_up", "down"):
            flat = lambda t: t[name].view(-1, *t[name].shape[-2:])
            n = flat(part["flat"]).shape[0]
            mine = slice(n * self.rank // self.workers, n * (self.rank + 1) // self.workers)
            g = sum(flat(g)[mine] for g in grads) / self.workers
            m = flat(part["first"])[mine].lerp_(g, 0.05)
            w = flat(part["flat"])[mine]
            w.mul_(1 - rate * o["matrix"] * o["decay"])
            w.add_(orthogonal(g.lerp(m, 0.95)), alpha=-rate * o["matrix"] * max(1, w.shape[1] / w.shape[2]) ** 0.5)


def rate(step, progress, warm=100, flat=0.35):
    return min((step + 1) / warm, 1.0, max(0.01, (1 - progress) / (1 - flat)))


def worker(rank, options, shape, shared, barrier, state):
    os.setsid()
    torch.set_num_threads(1)
    chat = Chat(options["tokenizer"])
    batches = Batches(chat, f"{options['seed']}/{rank}", options["tokens"])
    leaves = Leaves(shape, torch.bfloat16, train=True)
    model = Model(shape)
    optimiser = Optimiser(shape, shared, rank, options["workers"], options)
    saved = logged = time.time()
    losses, tokens = [], 0
    while state["progress"].item() < 1:
        started = time.time()
        step = int(state["step"])
        leaves.load(shared["flat"])
        inputs, rows, targets, weights = batches.next(step, state["progress"].item())
        logits = model.fast_forward(leaves.p, inputs, rows)
        loss = (F.cross_entropy(logits.float(), targets, reduction="none") * weights).sum() / weights.sum()
        loss.backward()
        leaves.take_gradients(shared["grads"][rank])
        state["tokens"][rank] += inputs.numel()
        barrier.wait()
        optimiser.update(step, rate(step, state["progress"].item()))
        barrier.wait()
        if rank == 0:
            losses.append(loss.item())
            now = time.time()
            state["seconds"] += now - started
            state["step"] += 1
            state["progress"].copy_(state["seconds"] / (options["minutes"] * 60))
            done = state["progress"] >= 1
            if now - logged > 30 or done:
                total = int(state["tokens"].sum())
                print(f"{time.strftime('%H:%M:%S')} step {step + 1} tokens {total / 1e6:.2f}M loss {np.mean(losses):.4f} "
                      f"rate {rate(step, state['progress'].item()):.3f} {(total - tokens) / (now - logged):.0f} tokens/s minutes {state['seconds'].item() / 60:.1f}", flush=True)
                losses, tokens, logged = [], total, now
            if now - saved > options["save"] or done:
                file = os.path.join(options["out"], "checkpoint.pt")
                torch.save(dict(shape=shape.dictionary(), options=options, **{k: shared[k] for k in ("flat", "first", "second")}, **state), file + ".new")
                os.replace(file + ".new", file)
                saved = now
        barrier.wait()


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--tokenizer", default="tokenizer.json")
    a.add_argument("--out", default="run")
    a.add_argument("--minutes", type=float, default=100)
    a.add_argument("--workers", type=int, default=2)
    a.add_argument("--tokens", type=int, default=3000, help="per worker and step")
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--matrix", type=float, default=0.01)
    a.add_argument("--embedding", type=float, default=3e-3)
    a.add_argument("--output", type=float, default=2e-3)
    a.add_argument("--decay", type=float, default=0.05)
    a.add_argument("--save", type=float, default=240, help="seconds between checkpoints")
    options = vars(a.parse_args())
    os.makedirs(options["out"], exist_ok=True)
    shape = Shape()
    file = os.path.join(options["out"], "checkpoint.pt")
    n = count(shape)
    shared = dict(flat=initial(shape, options["seed"], Chat(options["tokenizer"]).mask), first=torch.zeros(n), second=torch.zeros(n), grads=torch.zeros(options["workers"], n))
    state = dict(step=torch.zeros((), dtype=torch.int64), progress=torch.zeros((), dtype=torch.float64), seconds=torch.zeros((), dtype=torch.float64),
                 tokens=torch.zeros(options["workers"], dtype=torch.int64))
    if os.path.exists(file):
        old = torch.load(file, weights_only=True)
        for k in ("flat", "first", "second"):
            shared[k] = old[k]
        state.update({k: old[k] for k in state})
        state["progress"].copy_(state["seconds"] / (options["minutes"] * 60))
        print("resumed at step", int(state["step"]))
    for t in (*shared.values(), *state.values()):
        t.share_memory_()
    print(n, "parameters", options, flush=True)
    barrier = mp.get_context("spawn").Barrier(options["workers"])
    mp.spawn(worker, (options, shape, shared, barrier, state), nprocs=options["workers"])


if __name__ == "__main__":
    main()
