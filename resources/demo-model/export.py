# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a checkpoint as GGUF in F32: export.py CHECKPOINT TOKENIZER OUT.gguf"""
import json
import sys

import gguf
import torch

from model import ALPHA, Shape, views
from tokenizer import SPECIAL, TEMPLATE


def main(checkpoint, tokenizer, out):
    c = torch.load(checkpoint, weights_only=True)
    s = Shape(**c["shape"])
    p = views(s, c["flat"])
    with open(tokenizer, encoding="utf-8") as f:
        j = json.load(f)
    ids = {t["content"]: t["id"] for t in j["added_tokens"]}
    tokens = [None] * s.vocabulary
    for text, i in {**j["model"]["vocab"], **ids}.items():
        tokens[i] = text
    head = s.width // s.heads

    w = gguf.GGUFWriter(out, "llada")
    w.add_name("Lacuna Demo")
    w.add_description("A very small LLaDA, trained from scratch for the desktop program Lacuna: simple questions in English, short stories, small sums.")
    w.add_license("GPL-3.0-or-later")
    w.add_size_label(f"{sum(v.numel() for v in p.values()) / 1e6:.0f}M")
    w.add_languages(["en"])
    w.add_context_length(s.context)
    w.add_embedding_length(s.width)
    w.add_block_count(s.layers)
    w.add_feed_forward_length(s.inner)
    w.add_head_count(s.heads)
    w.add_head_count_kv(s.heads)
    w.add_layer_norm_rms_eps(s.epsilon)
    w.add_rope_freq_base(s.theta)
    w.add_rope_dimension_count(head)
    w.add_vocab_size(s.vocabulary)
    w.add_causal_attention(False)
    w.add_file_type(gguf.LlamaFileType.ALL_F32)
    w.add_bool("diffusion.shift_logits", False)
    w.add_tokenizer_model("gpt2")
    w.add_tokenizer_pre("bailingmoe")
    w.add_token_list(tokens)
    w.add_token_types([gguf.TokenType.CONTROL if t in ids else gguf.TokenType.NORMAL for t in tokens])
    w.add_token_merges([" ".join(m) if isinstance(m, list) else m for m in j["model"]["merges"]])
    bos, eos, mask, _, _, eot = (ids[t] for t in SPECIAL)
    w.add_bos_token_id(bos)
    w.add_eos_token_id(eos)
    w.add_pad_token_id(eos)
    w.add_eot_token_id(eot)
    w.add_mask_token_id(mask)
    w.add_add_bos_token(True)
    w.add_chat_template(TEMPLATE)

    def add(name, tensor):
        w.add_tensor(name, tensor.float().contiguous().numpy())

    ones = torch.ones(s.width)
    add("token_embd.weight", p["embedding"])
    add("output_norm.weight", ones)
    add("output.weight", p["output"] + ALPHA * p["embedding"])
    for i in range(s.layers):
        add(f"blk.{i}.attn_norm.weight", ones)
        for k, name in enumerate(("attn_q", "attn_k", "attn_v", "attn_output")):
            add(f"blk.{i}.{name}.weight", p["attention"][i, k])
        add(f"blk.{i}.ffn_norm.weight", ones)
        add(f"blk.{i}.ffn_gate.weight", p["gate_up"][i, 0])
        add(f"blk.{i}.ffn_up.weight", p["gate_up"][i, 1])
        add(f"blk.{i}.ffn_down.weight", p["down"][i])
    w.write_header_to_file()
    w.write_kv_data_to_file()
    w.write_tensors_to_file()
    w.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
