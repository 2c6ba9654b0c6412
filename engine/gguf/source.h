// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/value.h"

#include <QByteArrayView>
#include <QtEndian>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace lacuna::gguf {

/// The bytes of one GGUF file, and how numbers and lengths are written in them.
struct Source {
    std::span<const std::byte> bytes;
    quint32 version = 0;
    bool bigEndian = false;
    /// Arrays whose elements vary in size cannot be indexed by multiplication. For these the positions of some elements
    /// are marked while the file is walked: of every 32nd string, of every nested array. Key: position of the first
    /// element.
    std::unordered_map<quint64, std::vector<quint64>> marks;

    static constexpr quint64 s_stringsPerMark = 32;

    /// Bytes of a count or length: version 1 wrote 32 bits.
    quint64 lengthBytes() const { return version == 1 ? 4 : 8; }
};

/// Reads a Source front to back, never beyond its end. Every read gives nothing once the bytes do not suffice, and
/// then moves no further.
class Cursor {
public:
    Cursor(const Source& source, quint64 position)
        : m_source(source)
        , m_position(std::min<quint64>(position, source.bytes.size()))
    {
    }

    quint64 position() const { return m_position; }
    quint64 remaining() const { return m_source.bytes.size() - m_position; }

    /// A number of type T in the file's byte order.
    template<typename T>
    std::optional<T> number()
    {
        if (remaining() < sizeof(T))
            return std::nullopt;
        const std::byte* at = m_source.bytes.data() + m_position;
        m_position += sizeof(T);
        return m_source.bigEndian ? qFromBigEndian<T>(at) : qFromLittleEndian<T>(at);
    }

    /// A count or a length: 64 bits, in version 1 32 bits.
    std::optional<quint64> length()
    {
        if (m_source.version == 1)
            return number<quint32>();
        return number<quint64>();
    }

    /// A string: its length, then its bytes.
    std::optional<QByteArrayView> string()
    {
        const quint64 start = m_position;
        const auto size = length();
        if (!size || *size > remaining()) {
            m_position = start;
            return std::nullopt;
        }
        const auto* text = reinterpret_cast<const char*>(m_source.bytes.data() + m_position);
        m_position += *size;
        return QByteArrayView(text, static_cast<qsizetype>(*size));
    }

    /// Moves on by `count` bytes if there are so many.
    bool skip(quint64 count)
    {
        if (count > remaining())
            return false;
        m_position += count;
        return true;
    }

private:
    const Source& m_source;
    quint64 m_position;
};

} // namespace lacuna::gguf
