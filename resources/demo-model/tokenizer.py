# SPDX-License-Identifier: GPL-3.0-or-later
"""The vocabulary: byte-level BPE with LLaDA's splitting rule and special tokens, trained on the generator's own text."""
import random
import sys

from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

SIZE = 1792
SPECIAL = ["<|startoftext|>", "<|endoftext|>", "<|mdm_mask|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"]
RULE = (r"'(?:[sSdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+")
TEMPLATE = ("{{ '<|startoftext|>' }}{% for message in messages %}{{ '<|start_header_id|>' + message['role'] + '<|end_header_id|>\n\n' + message['content'] | trim + '<|eot_id|>' }}"
            "{% endfor %}{% if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{% endif %}")


def train(path, conversations=60000, seed=7):
    from generator import Generator
    tok = Tokenizer(models.BPE())
    tok.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(RULE), "isolated"), pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    tok.decoder = decoders.ByteLevel()
    g, r = Generator(), random.Random(seed)

    def text():
        for role in ("user", "assistant", "system"):
            yield from [role + "\n\n"] * 2000
        for _ in range(conversations):
            for prompt, answer in g.conversation(r)[1]:
                yield prompt
                yield answer

    tok.train_from_iterator(text(), trainers.BpeTrainer(vocab_size=SIZE - len(SPECIAL), initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()), show_progress=False))
    tok.add_special_tokens(SPECIAL)
    assert tok.get_vocab_size() == SIZE, tok.get_vocab_size()
    tok.save(path)
    return tok


class Chat:
    """Conversations to token ids."""

    def __init__(self, path):
        self.tok = Tokenizer.from_file(path)
        self.bos, self.end, self.mask, self.head, self.head_end, self.eot = (self.tok.token_to_id(t) for t in SPECIAL)
        self.newlines = self.plain("\n\n")
        self.roles = {role: [self.head, *self.plain(role), self.head_end, *self.newlines] for role in ("system", "user", "assistant")}
        self.cache = {}

    def plain(self, text):
        return self.tok.encode(text, add_special_tokens=False).ids

    def answer(self, text):
        if text not in self.cache:
            self.cache[text] = self.plain(text) + [self.eot]
        return self.cache[text]

    def prompt(self, system, turns, question):
        ids = [self.bos]
        if system:
            ids += self.roles["system"] + self.plain(system) + [self.eot]
        for q, a in turns:
            ids += self.roles["user"] + self.plain(q.strip()) + [self.eot] + self.roles["assistant"] + self.answer(a)
        return ids + self.roles["user"] + self.plain(question.strip()) + [self.eot] + self.roles["assistant"]

    def text(self, ids):
        """The answer up to its end."""
        out = []
        for i in ids:
            if i in (self.eot, self.end):
                break
            out.append(i)
        return self.tok.decode(out, skip_special_tokens=False)


if __name__ == "__main__":
    train(sys.argv[1])
