# SPDX-License-Identifier: GPL-3.0-or-later
"""The LLaDA architecture at toy size: a transformer without causal mask, RMSNorm, adjacent-pair RoPE and SwiGLU.

The norms have no trained gain (the matrices behind them absorb it), and the output head is stored as a difference to
ALPHA × the embedding, which helps the model to copy words from the prompt. Both vanish on export.
"""
from dataclasses import asdict, dataclass

import torch
import torch.nn.functional as F

ALPHA = 0.05


@dataclass
class Shape:
    vocabulary: int = 1792
    width: int = 512
    layers: int = 5
    heads: int = 8
    inner: int = 512
    theta: float = 10000.0
    epsilon: float = 1e-5
    context: int = 1024

    def parameters(self):
        """name -> size, in the order in which they lie in one flat tensor"""
        sizes = {"embedding": (self.vocabulary, self.width), "output": (self.vocabulary, self.width)}
        sizes["attention"] = (self.layers, 4, self.width, self.width)  # q, k, v, o
        sizes["gate_up"] = (self.layers, 2, self.inner, self.width)
        sizes["down"] = (self.layers, self.width, self.inner)
        return sizes

    def dictionary(self):
        return asdict(self)


def views(shape, flat):
    """The named parts of the flat tensor."""
    out, at = {}, 0
    for name, size in shape.parameters().items():
        n = torch.Size(size).numel()
        out[name] = flat[at:at + n].view(size)
        at += n
    assert at == flat.numel()
    return out


class Leaves:
    """One tensor per matrix, in the type that the forward pass computes with, copied from the flat f32 parameters."""

    def __init__(self, shape, dtype, train=False):
        new = lambda *size: torch.empty(*size, dtype=dtype, requires_grad=train)
        self.shape = shape
        self.p = {name: new(*size) if name in ("embedding", "output") else [new(*size[1:]) for _ in range(size[0])] for name, size in shape.parameters().items()}

    def pairs(self, flat):
        for name, view in views(self.shape, flat).items():
            yield from zip(self.p[name], view) if isinstance(self.p[name], list) else [(self.p[name], view)]

    @torch.no_grad()
    def load(self, flat):
        for leaf, view in self.pairs(flat):
            leaf.copy_(view)
        return self

    @torch.no_grad()
    def take_gradients(self, flat):
        for leaf, view in self.pairs(flat):
            view.copy_(leaf.grad)
            leaf.grad = None


def count(shape):
    return sum(torch.Size(s).numel() for s in shape.parameters().values())


def initial(shape, seed, mask):
    flat = torch.empty(count(shape))
    g = torch.Generator().manual_seed(seed)
    p = views(shape, flat)
    p["embedding"].normal_(0, 1, generator=g)
    p["output"].zero_()
    p["output"][mask] = -ALPHA * p["embedding"][mask]  # every masked row would begin by predicting the mask
    for name in ("attention", "gate_up", "down"):
        p[name].normal_(0, p[name].shape[-1] ** -0.5, generator=g)
    p["attention"][:, 3] = 0
    p["down"].zero_()
    return flat


class Norm(torch.autograd.Function):
    """x / rms(x), with few passes over memory."""

    @staticmethod
    def forward(ctx, x, epsilon):
        r = (torch.linalg.vector_norm(x, dim=-1, keepdim=True, dtype=torch.float32).square() / x.shape[-1] + epsilon).rsqrt()
        y = x * r.to(x.dtype)
        ctx.save_for_backward(y, r)
        return y

    @staticmethod
    def backward(ctx, dy):
        y, r = ctx.saved_tensors
        dot = (dy * y).mean(-1, keepdim=True, dtype=torch.float32).to(y.dtype)
        return (dy - y * dot).mul_(r.to(y.dtype)), None


def pair_rotation(width, head):
    """(x0, x1, x2, x3 ...) -> (-x1, x0, -x3, x2 ...) as a matrix to multiply weights with: rows of the result per head."""
    m = torch.zeros(head, head)
    for i in range(0, head, 2):
        m[i, i + 1], m[i + 1, i] = -1.0, 1.0
    return torch.block_diag(*[m] * (width // head))


class Model:
    def __init__(self, shape, dtype=torch.bfloat16):
        self.shape, self.dtype = shape, dtype
        head = shape.width // shape.heads
        angle = torch.outer(torch.arange(shape.context).double(), shape.theta ** (-torch.arange(0, head, 2).double() / head)).repeat_interleave(2, 1)
        self.cos, self.sin = angle.cos().float().to(dtype), angle.sin().float().to(dtype)
        self.scale = head ** -0.5
        self.turn = pair_rotation(shape.width, head).to(dtype)
        self.half_cos, self.half_sin = angle.cos().float()[:, ::2].contiguous(), angle.sin().float()[:, ::2].contiguous()

    def forward(self, p, ids, rows=None):
        """Logits of the given rows (indices into the flattened batch) or of all."""
        s, d = self.shape, self.shape.width
        batch, length = ids.shape
        head = d // s.heads
        cos, sin = self.cos[:length, None], self.sin[:length, None]
        x = F.embedding(ids, p["embedding"]).view(-1, d)
        for layer in range(s.layers):
            wq, wk, wv, wo = p["attention"][layer].unbind()
            wq = wq * self.scale
            stacked = torch.cat([wq, wk, wv, self.turn @ wq, self.turn @ wk])
            q, k, v, tq, tk = F.linear(Norm.apply(x, s.epsilon), stacked).view(batch, length, 5, s.heads, head).unbind(2)
            q = torch.addcmul(q * cos, tq, sin).transpose(1, 2)
            k = torch.addcmul(k * cos, tk, sin).transpose(1, 2)
            a = (q @ k.transpose(2, 3)).softmax(-1) @ v.transpose(1, 2)
            a = a.transpose(1, 2).reshape(-1, d)
            if rows is not None and layer == s.layers - 1:
                a, x = a[rows], x[rows]
            x = x + F.linear(a, wo)
            gate, up = F.linear(Norm.apply(x, s.epsilon), p["gate_up"][layer].view(2 * s.inner, d)).chunk(2, -1)
            x = x + F.linear(F.silu(gate) * up, p["down"][layer])
        x = Norm.apply(x, s.epsilon)
        logits = F.linear(x, p["output"] + ALPHA * p["embedding"])
        return logits if rows is not None else logits.view(batch, length, -1)

    def fast_forward(self, p, ids, rows):
        """The same through kernels.py, for training."""
        from kernels import AddNorm, Attention, Gated
        s = self.shape
        batch, length = ids.shape
        x = F.embedding(ids.view(-1), p["embedding"])
        delta = torch.zeros_like(x)
        for layer in range(s.layers):
            qkv, o = p["attention"][layer].view(-1, s.width).split((3 * s.width, s.width))
            x, y = AddNorm.apply(x, delta, s.epsilon)
            a = Attention.apply(F.linear(y, qkv), batch, length, s.heads, self.half_cos, self.half_sin, self.scale)
            if layer == s.layers - 1:
                a, x = a[rows], x[rows]
            x, y = AddNorm.apply(x, F.linear(a, o), s.epsilon)
            delta = F.linear(Gated.apply(F.linear(y, p["gate_up"][layer].view(2 * s.inner, s.width))), p["down"][layer])
        _, y = AddNorm.apply(x, delta, s.epsilon)
        return F.linear(y, p["output"] + ALPHA * p["embedding"])
