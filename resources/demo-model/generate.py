# SPDX-License-Identifier: GPL-3.0-or-later
"""LLaDA's block-wise generation, greedy, with low-confidence remasking, over the PyTorch model. One batch holds prompts of one length."""
import torch

from model import ALPHA, Leaves, Model, Shape, count, views


def load_gguf(file):
    """The same parts from a GGUF file of ours, whatever its tensors' types; the output head is stored as it is used."""
    import gguf
    reader = gguf.GGUFReader(file)
    number = lambda key: reader.fields["llada." + key].contents()
    shape = Shape(number("vocab_size"), number("embedding_length"), number("block_count"), number("attention.head_count"), number("feed_forward_length"),
                  number("rope.freq_base"), number("attention.layer_norm_rms_epsilon"), number("context_length"))
    tensors = {t.name: torch.from_numpy(gguf.quants.dequantize(t.data, t.tensor_type).copy()) for t in reader.tensors}
    flat = torch.empty(count(shape))
    p = views(shape, flat)
    p["embedding"].copy_(tensors["token_embd.weight"])
    p["output"].copy_(tensors["output.weight"] - ALPHA * tensors["token_embd.weight"])
    for i in range(shape.layers):
        for k, name in enumerate(("attn_q", "attn_k", "attn_v", "attn_output")):
            p["attention"][i, k].copy_(tensors[f"blk.{i}.{name}.weight"])
        for k, name in enumerate(("ffn_gate", "ffn_up")):
            p["gate_up"][i, k].copy_(tensors[f"blk.{i}.{name}.weight"])
        p["down"][i].copy_(tensors[f"blk.{i}.ffn_down.weight"])
    return dict(shape=shape.dictionary(), flat=flat)


def load(checkpoint, dtype=torch.bfloat16):
    c = load_gguf(checkpoint) if checkpoint.endswith(".gguf") else torch.load(checkpoint, weights_only=True)
    shape = Shape(**c["shape"])
    return Model(shape, dtype), Leaves(shape, dtype).load(c["flat"]).p, c


@torch.no_grad()
def generate(model, leaves, prompts, mask, ends=(), length=64, block=32, steps=32, threshold=None):
    """(answers as lists of ids, number of forward passes that each needed). A row is done after a block that holds one of ends."""
    ids = torch.tensor([p + [mask] * length for p in prompts])
    start, blocks = len(prompts[0]), length // block
    forwards = torch.zeros(len(prompts), dtype=torch.int64)
    per_block = steps // blocks
    open_rows = torch.arange(len(prompts))
    everything = ids
    for b in range(blocks):
        ids = everything[open_rows]
        first, last = start + b * block, start + (b + 1) * block
        for step in range(block if threshold else per_block):
            masked = ids[:, first:last] == mask
            live = masked.any(1)
            if not live.any():
                break
            forwards[open_rows] += live
            rows = (torch.arange(len(ids))[:, None] * ids.shape[1] + torch.arange(first, last)).flatten()
            forward = model.fast_forward if model.dtype == torch.bfloat16 else model.forward
            logits = forward(leaves, ids, rows).view(len(ids), block, -1).float()
            confidence, best = logits.softmax(-1).max(-1)
            confidence = confidence.masked_fill(~masked, -1)
            if threshold:
                commit = confidence > threshold
                commit |= (torch.arange(block) == confidence.argmax(1, keepdim=True)) & masked
            else:
                n = block // per_block + (step < block % per_block)
                commit = torch.zeros_like(masked).scatter_(1, confidence.topk(n, dim=1).indices, True) & masked
            ids[:, first:last] = torch.where(commit, best, ids[:, first:last])
        everything[open_rows] = ids
        open_rows = open_rows[~torch.isin(ids[:, first:last], torch.tensor(list(ends), dtype=torch.int64)).any(1)]
        if not len(open_rows):
            break
    return [row[start:].tolist() for row in everything], forwards.tolist()


def answers(model, leaves, chat, prompts, batch=24, **options):
    """Texts and forward passes for any list of prompts (ids), in their order."""
    order = sorted(range(len(prompts)), key=lambda i: len(prompts[i]))
    out = [None] * len(prompts)
    at = 0
    while at < len(order):
        group = [i for i in order[at:at + batch] if len(prompts[i]) == len(prompts[order[at]])]
        rows, forwards = generate(model, leaves, [prompts[i] for i in group], chat.mask, (chat.end, chat.eot), **options)
        for i, row, n in zip(group, rows, forwards):
            out[i] = (chat.text(row), n)
        at += len(group)
    return out


if __name__ == "__main__":
    import sys

    from tokenizer import Chat
    torch.set_num_threads(1)
    chat = Chat("tokenizer.json")
    model, leaves, c = load(sys.argv[1])
    asked = sys.argv[2:] or ["Hello", "What can you do?", "What is the capital of France?", "Tell me a story", "Why is the sky blue?", "What is 7 times 8?"]
    for q in asked:
        prompt = chat.prompt(None, [], q)
        for options in (dict(steps=32), dict(steps=16), dict(threshold=0.9)):
            print(q, options, *answers(model, leaves, chat, [prompt], **options))
