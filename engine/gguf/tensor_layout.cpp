// SPDX-License-Identifier: GPL-3.0-or-later
#include "checked.h"
#include "gguf/shard.h"

#include <algorithm>
#include <cstring>

namespace lacuna::gguf {

namespace {

/// Checks how the tensors of one shard lie in its file.
class TensorLayout {
public:
    explicit TensorLayout(Shard& shard)
        : m_shard(shard)
        , m_fileSize(shard.source.bytes.size())
    {
    }

    void place()
    {
        const auto dataStart = checkedAlignUp(*m_shard.tableEnd, m_shard.alignment);
        m_dataStart = *dataStart; // the table lies inside a file, so its end is far from wrapping
        m_dataEnd = *m_shard.tableEnd;
        checkTotal();
        for (TensorInfo& info : m_shard.tensors)
            placeOne(info);
        checkOrder();
        reportTruncation();
        checkRest();
    }

private:
    Findings& findings() { return m_shard.findings; }

    /// The sum of all sizes, each padded, must be a number: whoever allocates that much must not get less.
    void checkTotal()
    {
        quint64 total = 0;
        for (const TensorInfo& info : m_shard.tensors) {
            const auto sum = checkedAdd(total, info.bytes);
            const auto padded = sum ? checkedAlignUp(*sum, m_shard.alignment) : std::nullopt;
            if (!padded) {
                findings().error(
                    sum ? 44 : 43, info.entryOffset,
                    QStringLiteral("The sizes of the tensors up to %1 add up to more than a 64-bit number holds.")
                        .arg(quoted(info.name)));
                return;
            }
            total = *padded;
        }
    }

    /// From an offset relative to the data to a place in the file.
    void placeOne(TensorInfo& info)
    {
        const quint64 relative = info.offset;
        if (relative % m_shard.alignment != 0) {
            findings().error(
                40, info.entryOffset,
                sentence(
                    QStringLiteral("The data of tensor %1 begins at %2, which is not a multiple of the alignment %3."),
                    quoted(info.name), relative, m_shard.alignment));
        }
        const auto begin = checkedAdd(m_dataStart, relative);
        const auto end = begin ? checkedAdd(*begin, info.bytes) : std::nullopt;
        if (!end) {
            findings().error(
                45, info.entryOffset,
                sentence(QStringLiteral("The place of tensor %1, %2, is beyond what a 64-bit number holds."),
                         quoted(info.name), relative));
            info.offset = 0;
            m_allPlaced = false;
            return;
        }
        info.offset = *begin;
        const bool isSized = quant::findTraits(info.typeId) && info.bytes > 0;
        info.inFile = isSized && *end <= m_fileSize;
        m_allPlaced = m_allPlaced && isSized;
        m_dataEnd = std::max(m_dataEnd, *end);
        m_placed.push_back(&info);
    }

    /// Tensors may lie in any order, but not over each other; space between them is odd.
    void checkOrder()
    {
        const auto byOffset = [](const TensorInfo* a, const TensorInfo* b) {
            return a->offset < b->offset;
        };
        if (!std::is_sorted(m_placed.begin(), m_placed.end(), byOffset)) {
            findings().note(41, std::nullopt,
                            QStringLiteral("The tensors' data is not in the order of the tensor table."));
            std::stable_sort(m_placed.begin(), m_placed.end(), byOffset);
        }
        quint64 expected = m_dataStart;
        const TensorInfo* last = nullptr;
        for (const TensorInfo* info : m_placed) {
            if (last && info->offset < last->offset + last->bytes) {
                findings().error(41, info->entryOffset,
                                 QStringLiteral("The data of tensors %1 and %2 overlaps.")
                                     .arg(quoted(last->name), quoted(info->name)));
            } else if (info->offset > expected && m_allPlaced) {
                findings().warning(41, info->entryOffset,
                                   sentence(QStringLiteral("There are %1 unused bytes before the data of tensor %2."),
                                            info->offset - expected, quoted(info->name)));
            }
            checkInside(*info, info->offset == expected || !m_allPlaced);
            const quint64 end = info->offset + info->bytes;
            if (!last || end > last->offset + last->bytes)
                last = info;
            expected = checkedAlignUp(end, m_shard.alignment).value_or(end);
        }
    }

    /// Data beyond the end of the file: of a tensor that follows its predecessor this means a file cut off, reported
    /// once for all; of any other, a wrong offset.
    void checkInside(const TensorInfo& info, bool follows)
    {
        const quint64 end = info.offset + info.bytes;
        if (end <= m_fileSize)
            return;
        if (follows) {
            ++m_cutOff;
            return;
        }
        findings().error(
            42, info.entryOffset,
            sentence(
                QStringLiteral("The data of tensor %1 lies at bytes %2 to %3, beyond the end of the file (%4 bytes)."),
                quoted(info.name), info.offset, end, m_fileSize));
    }

    void reportTruncation()
    {
        if (m_cutOff == 0)
            return;
        findings().error(
            46, m_fileSize,
            sentence(QStringLiteral("The file is cut off: it has %1 of the %2 bytes that its tensors need, so %3 of %4 "
                                    "tensors are not whole."),
                     m_fileSize, m_dataEnd, m_cutOff, m_shard.tensors.size()));
    }

    /// What comes after the last tensor: padding at most.
    void checkRest()
    {
        if (!m_allPlaced || m_dataEnd >= m_fileSize)
            return;
        const quint64 padded = checkedAlignUp(m_dataEnd, m_shard.alignment).value_or(m_dataEnd);
        for (const quint64 place : {m_dataEnd, padded}) {
            if (place < m_fileSize && m_fileSize - place >= 4
                && std::memcmp(m_shard.source.bytes.data() + place, "GGUF", 4) == 0) {
                findings().error(
                    65, place,
                    QStringLiteral("A second GGUF file begins inside this one: the parts of a split model were "
                                   "joined as they are. Keep the parts apart, or join them with llama-gguf-split "
                                   "--merge."));
                return;
            }
        }
        if (m_fileSize > padded) {
            findings().warning(
                48, m_dataEnd,
                QStringLiteral("There are %1 bytes after the last tensor's data.").arg(m_fileSize - m_dataEnd));
        }
    }

    Shard& m_shard;
    quint64 m_fileSize;
    quint64 m_dataStart = 0;
    quint64 m_dataEnd = 0; ///< of the tensors whose place is known
    bool m_allPlaced = true; ///< all tensors have a known size and place
    int m_cutOff = 0;
    std::vector<const TensorInfo*> m_placed;
};

} // namespace

void placeTensors(Shard& shard)
{
    if (shard.tableEnd) {
        TensorLayout(shard).place();
        return;
    }
    for (TensorInfo& info : shard.tensors)
        info.offset = 0;
}

} // namespace lacuna::gguf
