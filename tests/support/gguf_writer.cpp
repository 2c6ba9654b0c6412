// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/gguf_writer.h"

#include <QBuffer>
#include <QSaveFile>

#include <algorithm>
#include <cstring>

namespace lacuna::support {

namespace {

quint64 padding(quint64 size, quint64 alignment)
{
    return (alignment - size % alignment) % alignment;
}

Result<void> put(QIODevice& device, const char* bytes, qsizetype count)
{
    if (device.write(bytes, count) != count)
        return failure(Error::Code::Io, QStringLiteral("Cannot write: %1.").arg(device.errorString()));
    return {};
}

} // namespace

TensorData zeros()
{
    return [](quint64, std::span<std::byte> out) {
        std::fill(out.begin(), out.end(), std::byte {0});
    };
}

TensorData bytes(QByteArray content)
{
    return [content = std::move(content)](quint64 offset, std::span<std::byte> out) {
        const QByteArrayView rest =
            QByteArrayView(content).sliced(std::min(static_cast<qsizetype>(offset), content.size()));
        const size_t count = std::min(out.size(), static_cast<size_t>(rest.size()));
        std::memcpy(out.data(), rest.data(), count);
        std::fill(out.begin() + static_cast<std::ptrdiff_t>(count), out.end(), std::byte {0});
    };
}

TensorData floats(std::vector<float> values)
{
    ByteBuilder builder;
    for (const float value : values)
        builder.number(value);
    return bytes(builder.bytes());
}

GgufWriter::GgufWriter(quint32 version, bool bigEndian)
    : m_version(version)
    , m_bigEndian(bigEndian)
{
}

GgufWriter& GgufWriter::set(QByteArray key, MetaValue value)
{
    m_metadata.emplace_back(std::move(key), std::move(value));
    return *this;
}

GgufWriter& GgufWriter::setAlignment(quint32 alignment)
{
    m_alignment = alignment;
    return set("general.alignment", MetaValue::uint32(alignment));
}

GgufWriter& GgufWriter::addTensor(QByteArray name, quant::TensorType type, std::vector<quint64> shape, TensorData data)
{
    quint64 elements = 1;
    for (const quint64 size : shape)
        elements *= size;
    const quint64 dataBytes = quant::byteSize(type, elements).value_or(0);
    return addRawTensor(std::move(name), static_cast<quint32>(type), std::move(shape), dataBytes, std::move(data));
}

GgufWriter& GgufWriter::addRawTensor(QByteArray name, quint32 typeId, std::vector<quint64> shape, quint64 dataBytes,
                                     TensorData data)
{
    m_tensors.push_back({std::move(name), typeId, std::move(shape), dataBytes, std::move(data), std::nullopt});
    return *this;
}

GgufWriter& GgufWriter::claimTensorCount(quint64 count)
{
    m_claimedTensors = count;
    return *this;
}

GgufWriter& GgufWriter::claimKeyCount(quint64 count)
{
    m_claimedKeys = count;
    return *this;
}

GgufWriter& GgufWriter::claimOffset(quint64 offset)
{
    m_tensors.back().claimedOffset = offset;
    return *this;
}

/// Everything before the data, padded.
QByteArray GgufWriter::tables() const
{
    ByteBuilder out(m_version, m_bigEndian);
    out.header(m_claimedTensors.value_or(m_tensors.size()), m_claimedKeys.value_or(m_metadata.size()));
    for (const auto& [key, value] : m_metadata) {
        out.string(key);
        value.write(out);
    }
    quint64 offset = 0;
    for (const Tensor& tensor : m_tensors) {
        out.string(tensor.name).u32(static_cast<quint32>(tensor.shape.size()));
        for (const quint64 size : tensor.shape)
            out.length(size);
        out.u32(tensor.typeId).u64(tensor.claimedOffset.value_or(offset));
        offset += tensor.dataBytes + padding(tensor.dataBytes, m_alignment);
    }
    return out.align(m_alignment).bytes();
}

Result<void> GgufWriter::writeTo(QIODevice& device) const
{
    const QByteArray start = tables();
    if (auto written = put(device, start.data(), start.size()); !written)
        return written;
    QByteArray buffer(s_chunkBytes, Qt::Uninitialized);
    for (const Tensor& tensor : m_tensors) {
        for (quint64 offset = 0; offset < tensor.dataBytes; offset += quint64(s_chunkBytes)) {
            const auto count = static_cast<qsizetype>(std::min(tensor.dataBytes - offset, quint64(s_chunkBytes)));
            tensor.data(offset, std::as_writable_bytes(std::span(buffer.data(), size_t(count))));
            if (auto written = put(device, buffer.data(), count); !written)
                return written;
        }
        const QByteArray pad(static_cast<qsizetype>(padding(tensor.dataBytes, m_alignment)), '\0');
        if (auto written = put(device, pad.data(), pad.size()); !written)
            return written;
    }
    return {};
}

QByteArray GgufWriter::toBytes() const
{
    QByteArray file;
    QBuffer device(&file);
    device.open(QIODevice::WriteOnly);
    const auto written = writeTo(device);
    Q_ASSERT(written);
    return file;
}

Result<void> GgufWriter::write(const QString& path) const
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return failure(Error::Code::Io, QStringLiteral("Cannot write \"%1\": %2.").arg(path, file.errorString()));
    if (auto written = writeTo(file); !written)
        return written;
    if (!file.commit())
        return failure(Error::Code::Io, QStringLiteral("Cannot write \"%1\": %2.").arg(path, file.errorString()));
    return {};
}

Result<QStringList> GgufWriter::writeSplit(const QString& prefix, int count) const
{
    QStringList paths;
    const size_t perPart = (m_tensors.size() + size_t(count) - 1) / size_t(count);
    for (int part = 0; part < count; ++part) {
        GgufWriter writer(m_version, m_bigEndian);
        writer.m_alignment = m_alignment;
        if (part == 0)
            writer.m_metadata = m_metadata;
        else if (m_alignment != 32)
            writer.setAlignment(m_alignment);
        writer.set("split.no", MetaValue::uint16(static_cast<quint16>(part)))
            .set("split.count", MetaValue::uint16(static_cast<quint16>(count)))
            .set("split.tensors.count", MetaValue::int32(static_cast<qint32>(m_tensors.size())));
        const size_t begin = std::min(size_t(part) * perPart, m_tensors.size());
        const size_t end = std::min(begin + perPart, m_tensors.size());
        writer.m_tensors.assign(m_tensors.begin() + std::ptrdiff_t(begin), m_tensors.begin() + std::ptrdiff_t(end));
        paths.append(QStringLiteral("%1-%2-of-%3.gguf")
                         .arg(prefix)
                         .arg(part + 1, 5, 10, QLatin1Char('0'))
                         .arg(count, 5, 10, QLatin1Char('0')));
        if (auto written = writer.write(paths.last()); !written)
            return tl::unexpected(written.error());
    }
    return paths;
}

} // namespace lacuna::support
