// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QtEndian>

#include <type_traits>

namespace lacuna::support {

/// Puts the bytes of a GGUF file together one field at a time, in any byte order and version, right or wrong.
class ByteBuilder {
public:
    explicit ByteBuilder(quint32 version = 3, bool bigEndian = false)
        : m_version(version)
        , m_bigEndian(bigEndian)
    {
    }

    template<typename T>
    requires std::is_arithmetic_v<T> ByteBuilder& number(T value)
    {
        char raw[sizeof(T)];
        if (m_bigEndian)
            qToBigEndian(value, raw);
        else
            qToLittleEndian(value, raw);
        m_bytes.append(raw, sizeof(T));
        return *this;
    }
    ByteBuilder& u8(quint8 value) { return number(value); }
    ByteBuilder& u16(quint16 value) { return number(value); }
    ByteBuilder& u32(quint32 value) { return number(value); }
    ByteBuilder& u64(quint64 value) { return number(value); }

    /// A count or a length: 64 bits, in version 1 32 bits.
    ByteBuilder& length(quint64 value) { return m_version == 1 ? u32(static_cast<quint32>(value)) : u64(value); }
    /// A string: its length, then its bytes.
    ByteBuilder& string(QByteArrayView text) { return length(static_cast<quint64>(text.size())).raw(text); }
    ByteBuilder& raw(QByteArrayView bytes)
    {
        m_bytes.append(bytes.data(), bytes.size());
        return *this;
    }
    ByteBuilder& zeros(qsizetype count)
    {
        m_bytes.append(count, '\0');
        return *this;
    }
    /// Zeros up to a multiple of `alignment`.
    ByteBuilder& align(qsizetype alignment) { return zeros((alignment - m_bytes.size() % alignment) % alignment); }

    /// Magic, version and the two counts.
    ByteBuilder& header(quint64 tensorCount, quint64 keyCount)
    {
        return raw("GGUF").u32(m_version).length(tensorCount).length(keyCount);
    }

    qsizetype size() const { return m_bytes.size(); }
    const QByteArray& bytes() const { return m_bytes; }

private:
    QByteArray m_bytes;
    quint32 m_version;
    bool m_bigEndian;
};

} // namespace lacuna::support
