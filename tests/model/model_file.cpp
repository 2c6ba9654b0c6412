// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/model_file.h"

#include "support/scaled_weights.h"

#include <algorithm>
#include <numeric>

namespace lacuna::test {

using quant::TensorType;
using support::MetaValue;

ModelFile::ModelFile()
{
    set("general.architecture", MetaValue::string("llada"));
    const std::pair<const char*, quint32> sizes[] = {
        {"block_count", 2},          {"embedding_length", 8},     {"context_length", 64},
        {"feed_forward_length", 12}, {"attention.head_count", 4}, {"attention.head_count_kv", 2},
        {"vocab_size", 20},          {"rope.dimension_count", 2},
    };
    for (const auto& [name, value] : sizes)
        set(QByteArray("llada.") + name, MetaValue::uint32(value));
    set("llada.attention.layer_norm_rms_epsilon", MetaValue::float32(1e-5F));
    set("llada.rope.freq_base", MetaValue::float32(10000));
    set("diffusion.shift_logits", MetaValue::boolean(false));

    setTensor("token_embd.weight", {8, 20});
    for (const QByteArray block : {"blk.0.", "blk.1."}) {
        setTensor(block + "attn_norm.weight", {8});
        setTensor(block + "attn_q.weight", {8, 8});
        setTensor(block + "attn_k.weight", {8, 4});
        setTensor(block + "attn_v.weight", {8, 4});
        setTensor(block + "attn_output.weight", {8, 8});
        setTensor(block + "ffn_norm.weight", {8});
        setTensor(block + "ffn_gate.weight", {8, 12});
        setTensor(block + "ffn_up.weight", {8, 12});
        setTensor(block + "ffn_down.weight", {12, 8});
    }
    setTensor("output_norm.weight", {8});
    setTensor("output.weight", {8, 20});
}

ModelFile& ModelFile::set(const QByteArray& key, MetaValue value)
{
    remove(key);
    m_keys.emplace_back(key, std::move(value));
    return *this;
}

ModelFile& ModelFile::remove(const QByteArray& key)
{
    std::erase_if(m_keys, [&key](const auto& entry) { return entry.first == key; });
    return *this;
}

ModelFile& ModelFile::setTensor(const QByteArray& name, std::vector<quint64> shape, TensorType type)
{
    const quint64 elements = std::accumulate(shape.begin(), shape.end(), quint64(1), std::multiplies<>());
    Tensor tensor {name, quint32(type), std::move(shape), quant::byteSize(type, elements).value_or(0)};
    const auto old = std::find_if(m_tensors.begin(), m_tensors.end(), [&](const Tensor& t) { return t.name == name; });
    if (old == m_tensors.end())
        m_tensors.push_back(std::move(tensor));
    else
        *old = std::move(tensor);
    return *this;
}

ModelFile& ModelFile::removeTensor(const QByteArray& name)
{
    std::erase_if(m_tensors, [&name](const Tensor& tensor) { return tensor.name == name; });
    return *this;
}

QByteArray ModelFile::toBytes() const
{
    support::GgufWriter writer;
    for (const auto& [key, value] : m_keys)
        writer.set(key, value);
    quint64 seed = 0;
    for (const Tensor& tensor : m_tensors) {
        const bool isPlain = tensor.typeId == quint32(TensorType::F32);
        writer.addRawTensor(tensor.name, tensor.typeId, tensor.shape, tensor.bytes,
                            isPlain ? support::scaledWeights(TensorType::F32, 0.3F, ++seed) : support::zeros());
    }
    return writer.toBytes();
}

} // namespace lacuna::test
