// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/shard.h"

#include "gguf/header.h"
#include "gguf/metadata_reader.h"
#include "gguf/tensor_table.h"

#include <algorithm>
#include <bit>

namespace lacuna::gguf {

namespace {

/// Entries that are read of each table. The largest known models have a few thousand tensors and a hundred keys.
constexpr quint64 s_mostEntries = 1'000'000;
/// Far above any page or disk block. Without a bound, a file of a few bytes would claim to have gigabytes of padding.
constexpr quint64 s_largestAlignment = 1 << 20;

struct Table {
    const char* what; ///< of its entries, for messages
    int kind; ///< of the finding when the count is impossible
    quint64 smallestEntry;
};

/// How many of `claimed` entries to read. A count that the bytes cannot hold is an error, but the entries before the
/// end are worth showing; reading stops by itself where the bytes do.
quint64 entriesToRead(Shard& shard, const Table& table, quint64 claimed, quint64 countOffset, quint64 start)
{
    const quint64 fitting = (shard.source.bytes.size() - start) / table.smallestEntry;
    if (claimed > fitting) {
        const bool negative = claimed >> 63 != 0;
        shard.findings.error(
            negative ? 10 : table.kind, countOffset,
            sentence(QStringLiteral("The file claims to have %1 %2; the bytes after its header hold %3 at most."),
                     negative ? QString::number(static_cast<qint64>(claimed)) : QString::number(claimed), table.what,
                     fitting));
    } else if (claimed > s_mostEntries) {
        shard.findings.error(
            table.kind, countOffset,
            sentence(QStringLiteral("The file has %1 %2; this program reads %3."), claimed, table.what, s_mostEntries));
    }
    return std::min(claimed, s_mostEntries);
}

void noteByteOrderAndVersion(Shard& shard)
{
    constexpr quint64 s_versionOffset = 4;
    if (shard.source.bigEndian) {
        shard.findings.error(
            7, s_versionOffset,
            QStringLiteral("This file is written for big-endian computers. It can be looked into, not run; "
                           "convert it with gguf-py's gguf_convert_endian."),
            Error::Code::Unsupported);
    }
    if (shard.source.version == 1) {
        shard.findings.error(
            5, s_versionOffset,
            QStringLiteral("This file is of GGUF version 1, of 2023. It can be looked into, not run; convert the "
                           "original model again."),
            Error::Code::Unsupported);
    }
}

void readAlignment(Shard& shard)
{
    const Value* value = shard.find("general.alignment");
    if (!value)
        return;
    const quint64 offset = value->offset();
    if (value->type() != ValueType::Uint32) {
        shard.findings.error(
            26, offset, QStringLiteral("general.alignment has type %1 where UINT32 is needed.").arg(value->typeName()));
        return;
    }
    const quint64 alignment = *value->toUnsigned();
    if (!std::has_single_bit(alignment)) {
        shard.findings.error(alignment == 0 ? 23 : 24, offset,
                             QStringLiteral("general.alignment is %1, which is not a power of two.").arg(alignment));
    } else if (alignment > s_largestAlignment) {
        shard.findings.error(25, offset,
                             sentence(QStringLiteral("general.alignment is %1; more than %2 makes no sense."),
                                      alignment, s_largestAlignment));
    } else {
        shard.alignment = alignment;
        if (alignment < 8) {
            shard.findings.warning(
                24, offset,
                QStringLiteral("general.alignment is %1; the format asks for a multiple of 8.").arg(alignment));
        }
    }
}

} // namespace

const Value* Shard::find(QByteArrayView key) const
{
    const auto found =
        std::find_if(metadata.begin(), metadata.end(), [key](const KeyValue& entry) { return entry.key == key; });
    return found == metadata.end() ? nullptr : &found->value;
}

Result<void> readTables(Shard& shard)
{
    const auto header = readHeader(shard.source);
    if (!header)
        return tl::unexpected(header.error());
    noteByteOrderAndVersion(shard);

    const quint64 lengthBytes = shard.source.lengthBytes();
    const quint64 keys = entriesToRead(shard, {"metadata entries", 8, lengthBytes + sizeof(quint32) + 1},
                                       header->keyCount, header->countsOffset + lengthBytes, header->end);
    MetadataReader metadata(shard, header->end);
    const bool metadataRead = metadata.read(keys) && keys == header->keyCount;
    readAlignment(shard);
    if (!metadataRead)
        return {};

    Cursor cursor(shard.source, metadata.position());
    // Name, number of dimensions, type, offset: a scalar with an empty name.
    const quint64 smallestTensor = lengthBytes + 2 * sizeof(quint32) + sizeof(quint64);
    const quint64 tensors = entriesToRead(shard, {"tensors", 9, smallestTensor}, header->tensorCount,
                                          header->countsOffset, cursor.position());
    if (readTensorTable(shard, cursor, tensors) && tensors == header->tensorCount)
        shard.tableEnd = cursor.position();
    return {};
}

} // namespace lacuna::gguf
