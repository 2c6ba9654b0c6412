// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "quant/tensor_type.h"
#include "support/meta_value.h"

#include <QByteArray>
#include <QIODevice>
#include <QStringList>

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lacuna::support {

/// Writes `out.size()` bytes of a tensor's data, those from byte `offset` on. Called front to back, a chunk at a time
/// (all but the last of GgufWriter::s_chunkBytes), so that a file of any size passes through a small buffer.
using TensorData = std::function<void(quint64 offset, std::span<std::byte> out)>;

TensorData zeros();
TensorData bytes(QByteArray content); ///< zeros beyond the content's end
TensorData floats(std::vector<float> values); ///< for F32

/// Writes GGUF files for tests, benches and tools: whole or in parts, versions 1 to 3, either byte order.
///
///     GgufWriter writer;
///     writer.set("general.architecture", MetaValue::string("llada"));
///     writer.addTensor("output_norm.weight", TensorType::F32, {256}, floats(norm));
///     writer.write(path);
///
/// Damage done on purpose: the claim…() functions let the tables say other things than the truth; shapes and type ids
/// are written as given; toBytes() can be cut and patched.
class GgufWriter {
public:
    static constexpr qsizetype s_chunkBytes = 1 << 20;

    explicit GgufWriter(quint32 version = 3, bool bigEndian = false);

    /// Appends a metadata entry; keys stand in the file in the order of these calls, twice if set twice.
    GgufWriter& set(QByteArray key, MetaValue value);
    /// Aligns tensor data to `alignment` instead of 32, and says so in general.alignment.
    GgufWriter& setAlignment(quint32 alignment);
    /// Appends a tensor; `shape` has the contiguous dimension first.
    GgufWriter& addTensor(QByteArray name, quant::TensorType type, std::vector<quint64> shape,
                          TensorData data = zeros());
    /// Appends a tensor of any type id with `dataBytes` bytes of data.
    GgufWriter& addRawTensor(QByteArray name, quint32 typeId, std::vector<quint64> shape, quint64 dataBytes,
                             TensorData data = zeros());

    GgufWriter& claimTensorCount(quint64 count);
    GgufWriter& claimKeyCount(quint64 count);
    /// The offset that the table gives for the tensor added last.
    GgufWriter& claimOffset(quint64 offset);

    QByteArray toBytes() const;
    Result<void> write(const QString& path) const;
    /// Writes `count` parts prefix-00001-of-0000N.gguf, … with the tensors dealt out in order; the first has the
    /// metadata.
    Result<QStringList> writeSplit(const QString& prefix, int count) const;

private:
    struct Tensor {
        QByteArray name;
        quint32 typeId;
        std::vector<quint64> shape;
        quint64 dataBytes;
        TensorData data;
        std::optional<quint64> claimedOffset;
    };

    QByteArray tables() const;
    Result<void> writeTo(QIODevice& device) const;

    quint32 m_version;
    bool m_bigEndian;
    quint32 m_alignment = 32;
    std::vector<std::pair<QByteArray, MetaValue>> m_metadata;
    std::vector<Tensor> m_tensors;
    std::optional<quint64> m_claimedTensors;
    std::optional<quint64> m_claimedKeys;
};

/// Overwrites the bytes at `offset` with a little-endian number.
template<typename T>
void patch(QByteArray& file, qsizetype offset, T value)
{
    qToLittleEndian(value, file.data() + offset);
}

} // namespace lacuna::support
