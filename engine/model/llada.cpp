// SPDX-License-Identifier: GPL-3.0-or-later
// LLaDA (8B Base, Instruct, 1.5): a Llama-like block without biases, non-causal, adjacent-pair RoPE over whole heads,
// optional tied output. The same keys and tensors as llama.cpp's architecture of that name.
#include "model/architecture.h"

namespace lacuna::model {

namespace {

Result<Hyperparameters> readHyperparameters(const KeyReader& reader)
{
    auto common = readCommonHyperparameters(reader);
    if (common && common->ropeDimensions != common->headSize) {
        return failure(Error::Code::Unsupported,
                       QStringLiteral("Key %1 is %2, but llada rotates whole heads of %3 values.")
                           .arg(reader.key("rope.dimension_count"))
                           .arg(common->ropeDimensions)
                           .arg(common->headSize),
                       std::nullopt, reader.key("rope.dimension_count"));
    }
    return common;
}

Weights readWeights(WeightTable& table, const Hyperparameters& h)
{
    Weights weights;
    weights.embedding = table.lookup("token_embd.weight", h.vocabulary, h.width);
    for (int i = 0; i < h.layers; ++i) {
        const QByteArray block = "blk." + QByteArray::number(i) + '.';
        weights.layers.push_back({
            .attentionNorm = table.vector(block + "attn_norm.weight", h.width),
            .query = table.matrix(block + "attn_q.weight", h.queryWidth(), h.width),
            .key = table.matrix(block + "attn_k.weight", h.kvWidth(), h.width),
            .value = table.matrix(block + "attn_v.weight", h.kvWidth(), h.width),
            .attentionOutput = table.matrix(block + "attn_output.weight", h.width, h.queryWidth()),
            .ffnNorm = table.vector(block + "ffn_norm.weight", h.width),
            .gate = table.matrix(block + "ffn_gate.weight", h.ffn, h.width),
            .up = table.matrix(block + "ffn_up.weight", h.ffn, h.width),
            .down = table.matrix(block + "ffn_down.weight", h.width, h.ffn),
        });
    }
    weights.outputNorm = table.vector("output_norm.weight", h.width);
    const QByteArray head = table.contains("output.weight") ? "output.weight" : "token_embd.weight";
    if (table.contains(head)) // else both are missing, and that has been noted
        weights.output = table.matrix(head, h.vocabulary, h.width);
    table.forbid("rope_freqs.weight");
    return weights;
}

} // namespace

const Architecture llada {.name = "llada", .readHyperparameters = readHyperparameters, .readWeights = readWeights};

} // namespace lacuna::model
