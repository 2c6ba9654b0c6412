// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/gguf_writer.h"
#include "support/meta_value.h"

#include <QByteArray>

#include <utility>
#include <vector>

namespace lacuna::test {

/// A small llada model in F32 whose keys and tensors a test can change or take away one by one: 2 layers, width 8,
/// 4 heads of size 2 on 2 key heads, FFN 12, vocabulary 20, context 64.
class ModelFile {
public:
    struct Tensor {
        QByteArray name;
        quint32 typeId;
        std::vector<quint64> shape; ///< contiguous dimension first
        quint64 bytes;
    };

    ModelFile();

    /// Replaces or adds a key.
    ModelFile& set(const QByteArray& key, support::MetaValue value);
    ModelFile& remove(const QByteArray& key);
    /// Replaces or adds a tensor. Its data: small numbers for F32, zeros for other types.
    ModelFile& setTensor(const QByteArray& name, std::vector<quint64> shape,
                         quant::TensorType type = quant::TensorType::F32);
    ModelFile& removeTensor(const QByteArray& name);

    const std::vector<Tensor>& tensors() const { return m_tensors; }
    QByteArray toBytes() const;

private:
    std::vector<std::pair<QByteArray, support::MetaValue>> m_keys;
    std::vector<Tensor> m_tensors;
};

} // namespace lacuna::test
