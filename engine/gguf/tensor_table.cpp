// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/tensor_table.h"

#include "checked.h"

#include <algorithm>
#include <limits>

namespace lacuna::gguf {

namespace {

constexpr quint32 s_mostDimensions = 4;
constexpr qsizetype s_longestName = 64; // the format's rule; llama.cpp takes one byte less
/// Sizes are signed in ggml and in file systems.
constexpr quint64 s_largest = std::numeric_limits<qint64>::max();

void checkName(QByteArrayView name, quint64 offset, Findings& findings)
{
    const auto invisible = [](char byte) {
        return static_cast<uchar>(byte) < 0x20 || byte == 0x7f;
    };
    if (name.isEmpty())
        findings.warning(29, offset, QStringLiteral("A tensor has an empty name."));
    else if (std::any_of(name.begin(), name.end(), invisible))
        findings.warning(29, offset,
                         QStringLiteral("The name of tensor %1 contains a control character.").arg(quoted(name)));
    if (name.size() > s_longestName) {
        findings.error(
            28, offset,
            sentence(QStringLiteral("The name of tensor %1 is longer than %2 bytes."), quoted(name), s_longestName));
    } else if (name.size() == s_longestName) {
        findings.warning(
            28, offset,
            QStringLiteral("The name of tensor %1 has 64 bytes, one more than llama.cpp accepts.").arg(quoted(name)));
    }
}

QString shapeText(const TensorInfo& info)
{
    QStringList sizes;
    for (int i = 0; i < info.dimensions; ++i)
        sizes.append(QString::number(info.shape[size_t(i)]));
    return sizes.join(QStringLiteral(" × "));
}

/// Fills in `elements`; true if the shape makes sense, with at least one element.
bool countElements(TensorInfo& info, Findings& findings)
{
    info.elements = 1;
    for (int i = 0; i < info.dimensions; ++i) {
        const quint64 size = info.shape[size_t(i)];
        if (size > s_largest) {
            findings.error(34, info.entryOffset,
                           sentence(QStringLiteral("Dimension %1 of tensor %2 is negative (%3)."), i, quoted(info.name),
                                    static_cast<qint64>(size)));
            info.elements = 0;
            return false;
        }
    }
    if (std::find(info.shape.begin(), info.shape.end(), 0) != info.shape.end()) {
        findings.error(
            33, info.entryOffset,
            QStringLiteral("Tensor %1 has no elements: its shape is %2.").arg(quoted(info.name), shapeText(info)));
        info.elements = 0;
        return false;
    }
    for (const quint64 size : info.shape) {
        const auto product = checkedMultiply(info.elements, size);
        if (!product || *product > s_largest) {
            findings.error(35, info.entryOffset,
                           QStringLiteral("Tensor %1 has more elements than a 64-bit number counts: its shape is %2.")
                               .arg(quoted(info.name), shapeText(info)));
            info.elements = 0;
            return false;
        }
        info.elements = *product;
    }
    return true;
}

/// Fills in `bytes`; it stays 0 where the type is not known or the shape does not suit it.
void countBytes(TensorInfo& info, Findings& findings)
{
    const quant::TypeTraits* type = quant::findTraits(info.typeId);
    if (!type) {
        findings.error(quant::wasRemoved(info.typeId) ? 39 : 38, info.entryOffset,
                       QStringLiteral("Tensor %1 is of %2, whose size is not known.")
                           .arg(quoted(info.name), quant::typeName(info.typeId)),
                       Error::Code::Unsupported);
        return;
    }
    if (info.shape[0] % type->blockElements != 0) {
        findings.error(
            37, info.entryOffset,
            sentence(QStringLiteral(
                         "The rows of tensor %1 have %2 values, which is not a multiple of the %3 that a block of "
                         "type %4 holds."),
                     quoted(info.name), info.shape[0], type->blockElements, type->name));
        return;
    }
    const auto bytes = quant::byteSize(type->type, info.elements);
    if (!bytes || *bytes > s_largest) {
        findings.error(36, info.entryOffset,
                       QStringLiteral("Tensor %1 has more bytes than a 64-bit number counts: its shape is %2.")
                           .arg(quoted(info.name), shapeText(info)));
        return;
    }
    info.bytes = *bytes;
}

bool readEntry(Shard& shard, Cursor& cursor, quint64 index, quint64 count)
{
    TensorInfo info {};
    info.entryOffset = cursor.position();
    const auto endsHere = [&] {
        shard.findings.error(
            46, shard.source.bytes.size(),
            sentence(QStringLiteral("The file ends inside entry %1 of %2 of the tensor table."), index + 1, count));
        return false;
    };
    const auto name = cursor.string();
    if (!name) {
        shard.findings.error(
            46, info.entryOffset,
            sentence(QStringLiteral("The name of tensor %1 of %2 runs beyond the end of the file."), index + 1, count));
        return false;
    }
    info.name = *name;
    const auto dimensions = cursor.number<quint32>();
    if (!dimensions)
        return endsHere();
    if (*dimensions > s_mostDimensions) {
        shard.findings.error(
            31, info.entryOffset,
            sentence(QStringLiteral("Tensor %1 has %2 dimensions; the format allows %3. Nothing after it can be read."),
                     quoted(info.name), *dimensions, s_mostDimensions));
        return false;
    }
    info.dimensions = static_cast<int>(*dimensions);
    info.shape = {1, 1, 1, 1};
    for (quint32 i = 0; i < *dimensions; ++i) {
        const auto size = cursor.length();
        if (!size)
            return endsHere();
        info.shape[i] = *size;
    }
    const auto typeId = cursor.number<quint32>();
    const auto offset = cursor.number<quint64>();
    if (!typeId || !offset)
        return endsHere();
    info.typeId = *typeId;
    info.offset = *offset;

    checkName(info.name, info.entryOffset, shard.findings);
    if (info.dimensions == 0) {
        shard.findings.note(
            32, info.entryOffset,
            QStringLiteral("Tensor %1 has no dimensions: it is a single value.").arg(quoted(info.name)));
    }
    if (countElements(info, shard.findings))
        countBytes(info, shard.findings);
    shard.tensors.push_back(info);
    return true;
}

} // namespace

bool readTensorTable(Shard& shard, Cursor& cursor, quint64 count)
{
    for (quint64 index = 0; index < count; ++index) {
        if (!readEntry(shard, cursor, index, count))
            return false;
    }
    return true;
}

} // namespace lacuna::gguf
