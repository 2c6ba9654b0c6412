#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes golden values of the block formats: blocks, and what gguf-py dequantises them to.

    python3 tests/reference/make_quant_goldens.py tests/data/quant

Needs gguf-py and numpy. One file a type, NAME.bin, all numbers lowest byte first: type id (u32), number of blocks (u32), the
blocks, their values (f32). The same versions give the same files; the README written beside them names the versions.
"""

import importlib.metadata
import pathlib
import sys

import gguf
import numpy as np

SEED = 20250917
BLOCKS = {1: 2048, 32: 80, 256: 20}  # by values in a block

# Where the f16 scales lie in a block.
SCALE_OFFSETS = {
    "F32": [], "F16": [], "BF16": [],
    "Q4_0": [0], "Q4_1": [0, 2], "Q5_0": [0], "Q5_1": [0, 2], "Q8_0": [0],
    "Q2_K": [80, 82], "Q3_K": [108], "Q4_K": [0, 2], "Q5_K": [0, 2], "Q6_K": [208],
    "IQ4_NL": [0], "IQ4_XS": [0],
}

# Subnormal, smallest normal, largest, zeros, infinities and NaN, of both signs where that differs.
EXTREME_SCALES = [0x0001, 0x83FF, 0x0400, 0x7BFF, 0xFBFF, 0x0000, 0x8000, 0x7C00, 0xFC00, 0x7E01]


def random_blocks(name, rng):
    block_values, block_bytes = gguf.GGML_QUANT_SIZES[gguf.GGMLQuantizationType[name]]
    count = BLOCKS[block_values]
    blocks = rng.integers(0, 256, size=(count, block_bytes), dtype=np.uint8)
    if not SCALE_OFFSETS[name]:
        return blocks
    for place, offset in enumerate(SCALE_OFFSETS[name]):
        scales = (rng.uniform(-1, 1, count) * np.exp2(rng.integers(-14, 3, count))).astype(np.float16)
        scales = scales.view(np.uint16)
        # The second scale of a type meets the first in another combination.
        scales[: len(EXTREME_SCALES)] = np.roll(EXTREME_SCALES, 3 * place)
        blocks[:, offset : offset + 2] = scales.astype("<u2").view(np.uint8).reshape(count, 2)
    blocks[-1, :] = 0xFF
    blocks[-2, :] = 0xFF
    for offset in SCALE_OFFSETS[name]:
        blocks[-2, offset : offset + 2] = np.array([0x3C00], dtype="<u2").view(np.uint8)
    return blocks


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in SCALE_OFFSETS:
        kind = gguf.GGMLQuantizationType[name]
        blocks = random_blocks(name, np.random.default_rng([SEED, int(kind)]))
        with np.errstate(invalid="ignore"):
            values = gguf.quants.dequantize(blocks, kind)
        with open(folder / f"{name}.bin", "wb") as file:
            file.write(np.array([int(kind), len(blocks)], dtype="<u4").tobytes())
            file.write(blocks.tobytes())
            file.write(values.astype("<f4", copy=False).tobytes())
    (folder / "README.md").write_text(
        "Golden values of the block formats, made with\n\n"
        "    python3 tests/reference/make_quant_goldens.py tests/data/quant\n\n"
        f"by gguf-py {importlib.metadata.version('gguf')} and numpy {np.__version__}. The script describes the files.\n")


if __name__ == "__main__":
    main()
