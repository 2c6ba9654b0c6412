# SPDX-License-Identifier: GPL-3.0-or-later
"""The figures of the model card.

  evaluate.py pytorch FILE            over the PyTorch model; FILE is a checkpoint or a GGUF file
  evaluate.py prompts                 writes every prompt as token ids, for answer.cpp (or another program) to answer
  evaluate.py answers FILE            scores what that program answered, in the same order: answer ids, then ';', then forward passes
"""
import argparse
import json
import re
import statistics
import sys

import facts as F
from generator import REFUSAL, TOO_HARD, knowledge, rhyme, story
from tokenizer import Chat

MODES = {"32 steps": dict(steps=32), "16 steps": dict(steps=16), "threshold 0.9": dict(threshold=0.9)}
TABLE = ["Hello", "What can you do?", "What is the capital of France?", "Tell me a story", "Why is the sky blue?", "What is 7 times 8?"]


def any_of(options):
    return "(?:" + "|".join(map(re.escape, options)) + ")"


def well_formed_story(text, subject, long):
    pattern = (rf"Once there was an? {any_of(F.STORY_ADJECTIVES)} {subject} called {any_of(F.STORY_NAMES)}, who lived {any_of(F.STORY_PLACES)} and loved {any_of(F.STORY_LOVES)}\. "
               rf"One day {any_of(e for e, _ in F.STORY_EVENTS)}\. {any_of(e for _, e in F.STORY_EVENTS)}\.")
    if long:
        pattern += rf" {any_of(e for e, _ in F.STORY_MORE)}\. {any_of(e for _, e in F.STORY_MORE)}\."
    return re.fullmatch(pattern, text) is not None


def well_formed_rhyme(text, subject):
    lines = text.split("\n")
    return (len(lines) == 4 and (lines[0], lines[1]) in [(a.format(s=subject), b) for a, b in F.RHYME_FIRST] and (lines[2], lines[3]) in F.RHYME_SECOND)


def right(item, text):
    if item["category"] == "stories":
        subject = {"any": "dragon", "another": "owl"}.get(item["key"], item["key"].replace("long ", ""))
        return well_formed_story(text, subject, item["long"])
    if item["category"] == "rhymes":
        return well_formed_rhyme(text, {"any": "star"}.get(item["key"], item["key"]))
    return text == item["answer"]


def tests():
    with open("heldout.jsonl", encoding="utf-8") as f:
        held = [json.loads(line) for line in f]
    with open("out_of_domain.txt", encoding="utf-8") as f:
        strange = [line.rstrip("\n") for line in f]
    items = held + [dict(category="out of domain", key=q, before=[], prompt=q, answer=REFUSAL, long=False) for q in strange]
    items += [dict(category="table", key=q, before=[], prompt=q, answer=None, long=False) for q in TABLE]
    return items


def report(items, results, show):
    """results: mode -> [(text, forwards)] for the items"""
    known = {f.answer for f in knowledge()}
    modes = list(results)
    categories = list(dict.fromkeys(i["category"] for i in items if i["category"] not in ("table", "out of domain")))
    print("| category | prompts | " + " | ".join(modes) + " |\n|---|---|" + "---|" * len(modes))
    total = {m: [] for m in modes}
    for c in categories:
        cells = []
        for m in modes:
            hits = [right(i, t) for i, (t, _) in zip(items, results[m]) if i["category"] == c]
            total[m] += hits
            cells.append(f"{100 * sum(hits) / len(hits):.1f} %")
        print(f"| {c} | {len(hits)} | " + " | ".join(cells) + " |")
    print(f"| **all** | {len(total[modes[0]])} | " + " | ".join(f"**{100 * sum(h) / len(h):.1f} %**" for h in total.values()) + " |")
    print("| mean of categories | | " + " | ".join(f"{statistics.mean(100 * statistics.mean(right(i, t) for i, (t, _) in zip(items, results[m]) if i['category'] == c) for c in categories):.1f} %" for m in modes) + " |")
    print("| mean forward passes | | " + " | ".join(f"{statistics.mean(n for i, (_, n) in zip(items, results[m]) if i['category'] in categories):.1f}" for m in modes) + " |")
    kinds = {m: [("refusal" if t in (REFUSAL, TOO_HARD) else "wrong answer" if t in known else "garbage") for i, (t, _) in zip(items, results[m]) if i["category"] == "out of domain"] for m in modes}
    for kind in ("refusal", "wrong answer", "garbage"):
        print(f"| out of domain: {kind} | {len(kinds[modes[0]])} | " + " | ".join(str(k.count(kind)) for k in kinds.values()) + " |")
    print()
    for m in modes:
        for i, (t, n) in zip(items, results[m]):
            if i["category"] == "table":
                print(f"{m} | {n} | {i['prompt']} | {t}")
    if show:
        for m in modes:
            for i, (t, n) in zip(items, results[m]):
                if i["category"] == "out of domain" and t not in (REFUSAL, TOO_HARD) or i["category"] in categories and not right(i, t):
                    print(f"WRONG {m} | {i['category']} | {i['before'] or ''} {i['prompt']!r} -> {t!r} (expected {i['answer']!r})")


def main():
    a = argparse.ArgumentParser()
    a.add_argument("what", choices=["pytorch", "prompts", "answers"])
    a.add_argument("file", nargs="?")
    a.add_argument("--tokenizer", default="tokenizer.json")
    a.add_argument("--every", type=int, default=1, help="only every n-th prompt")
    a.add_argument("--show", action="store_true", help="print what was wrong")
    a.add_argument("--samples", type=int, default=0, help="print so many answers, evenly spread over the prompts")
    a.add_argument("--modes", default=",".join(MODES))
    a.add_argument("--f32", action="store_true")
    o = a.parse_args()
    chat = Chat(o.tokenizer)
    items = tests()
    items = [i for n, i in enumerate(items) if n % o.every == 0 or i["category"] == "table"]
    prompts = [chat.prompt(None, i["before"], i["prompt"]) for i in items]
    length = lambda i: 96 if i["long"] else 64
    modes = o.modes.split(",")
    if o.what == "prompts":
        for m in modes:
            for i, p in zip(items, prompts):
                options = MODES[m]
                print(length(i), 32, options.get("steps", 32) * length(i) // 64, options.get("threshold", 0), *p)
        return
    results = {}
    if o.what == "pytorch":
        import torch

        import generate
        torch.set_num_threads(1)
        model, leaves, c = generate.load(o.file, torch.float32 if o.f32 else torch.bfloat16)
        if "step" in c:
            print("step", int(c["step"]), "tokens", int(c["tokens"].sum()), "minutes", round(c["seconds"].item() / 60, 1))
        for m in modes:
            results[m] = [None] * len(items)
            for n in (64, 96):
                some = [k for k, i in enumerate(items) if length(i) == n]
                options = dict(MODES[m])
                if "steps" in options:
                    options["steps"] = options["steps"] * n // 64
                for k, answer in zip(some, generate.answers(model, leaves, chat, [prompts[k] for k in some], length=n, **options)):
                    results[m][k] = answer
    else:
        with open(o.file, encoding="utf-8") as f:
            lines = [line.split(";") for line in f]
        assert len(lines) == len(items) * len(modes), "not as many answers as prompts"
        for k, m in enumerate(modes):
            results[m] = [(chat.text(map(int, ids.split())), int(n)) for ids, n in lines[k * len(items):(k + 1) * len(items)]]
    report(items, results, o.show)
    if o.samples:
        print("\n| | category | question | answer |\n|---|---|---|---|")
        cell = lambda text: text.replace("|", "\\|").replace("\n", " / ")
        for k in range(o.samples):
            n = k * (len(items) - len(TABLE)) // o.samples
            i, (text, _) = items[n], results[modes[0]][n]
            good = text in (REFUSAL, TOO_HARD) if i["category"] == "out of domain" else right(i, text)
            before = "".join(f"{q} → {a} " for q, a in i["before"])
            print(f"| {'right' if good else 'wrong'} | {i['category']} | {cell(before + i['prompt'])} | {cell(text)} |")


if __name__ == "__main__":
    main()
