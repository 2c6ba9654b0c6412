// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"
#include "support/gguf_writer.h"

#include <memory>
#include <span>

namespace lacuna::tests {

/// A file in memory that keeps its bytes with it; null where not even the header can be read.
class MemoryFile {
public:
    explicit MemoryFile(const support::GgufWriter& writer)
    {
        auto both = std::make_shared<Both>();
        both->bytes = writer.toBytes();
        const auto bytes = std::as_bytes(std::span(both->bytes.constData(), size_t(both->bytes.size())));
        both->file = gguf::File::openMemory(bytes, QStringLiteral("sample.gguf")).value_or(nullptr);
        m_file = std::shared_ptr<const gguf::File>(both, both->file.get());
    }

    const std::shared_ptr<const gguf::File>& file() const { return m_file; }

private:
    struct Both {
        QByteArray bytes;
        std::shared_ptr<const gguf::File> file;
    };

    std::shared_ptr<const gguf::File> m_file;
};

/// A small model as converters write them: a few keys, three tokens with types and scores, merges, two layers.
inline support::GgufWriter sampleWriter()
{
    using quant::TensorType;
    using support::MetaValue;
    support::GgufWriter writer;
    writer.set("general.architecture", MetaValue::string("llada"));
    writer.set("general.name", MetaValue::string("Sample"));
    writer.set("general.file_type", MetaValue::uint32(15));
    writer.set("llada.context_length", MetaValue::uint32(4096));
    writer.set("tokenizer.ggml.model", MetaValue::string("gpt2"));
    writer.set("tokenizer.ggml.tokens", MetaValue::strings({"a", "\u0120the", "<|end|>", "\xff\x1b"}));
    writer.set("tokenizer.ggml.token_type", MetaValue::int32s({1, 1, 3}));
    writer.set("tokenizer.ggml.scores", MetaValue::float32s({-1.5f, 10, 2}));
    writer.set("tokenizer.ggml.merges", MetaValue::strings({"t h", "\u0120 the", "odd"}));
    writer.set("tokenizer.ggml.eos_token_id", MetaValue::uint32(2));
    writer.set("tokenizer.chat_template", MetaValue::string("line 1\nline 2\x1b[31m"));
    writer.addTensor("token_embd.weight", TensorType::Q4_K, {256, 4});
    for (const char* layer : {"blk.0.", "blk.10.", "blk.2."}) {
        writer.addTensor(QByteArray(layer) + "attn_q.weight", TensorType::Q6_K, {256, 256});
        writer.addTensor(QByteArray(layer) + "attn_norm.weight", TensorType::F32, {256});
    }
    writer.addTensor("output_norm.weight", TensorType::F32, {256});
    return writer;
}

} // namespace lacuna::tests
