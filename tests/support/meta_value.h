// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/value.h"
#include "support/byte_builder.h"

#include <QByteArray>

#include <variant>
#include <vector>

namespace lacuna::support {

/// A metadata value for GgufWriter.
class MetaValue {
public:
    static MetaValue uint8(quint8 value);
    static MetaValue int8(qint8 value);
    static MetaValue uint16(quint16 value);
    static MetaValue int16(qint16 value);
    static MetaValue uint32(quint32 value);
    static MetaValue int32(qint32 value);
    static MetaValue uint64(quint64 value);
    static MetaValue int64(qint64 value);
    static MetaValue float32(float value);
    static MetaValue float64(double value);
    static MetaValue boolean(bool value);
    static MetaValue string(QByteArray value);

    /// An array; the elements must be of `elementType`, arrays among them.
    static MetaValue array(gguf::ValueType elementType, std::vector<MetaValue> elements);
    static MetaValue strings(const std::vector<QByteArray>& elements);
    static MetaValue int32s(const std::vector<qint32>& elements);
    static MetaValue uint32s(const std::vector<quint32>& elements);
    static MetaValue float32s(const std::vector<float>& elements);

    /// Appends the value's type and payload, as they follow a key.
    void write(ByteBuilder& out) const;

private:
    struct Array {
        gguf::ValueType elementType;
        std::vector<MetaValue> elements;
    };
    using Content = std::variant<quint8, qint8, quint16, qint16, quint32, qint32, quint64, qint64, float, double, bool,
                                 QByteArray, Array>;

    MetaValue(gguf::ValueType type, Content content);
    template<typename T>
    static MetaValue arrayOf(gguf::ValueType elementType, MetaValue (*make)(T),
                             const std::vector<std::decay_t<T>>& elements);
    void writePayload(ByteBuilder& out) const;

    gguf::ValueType m_type;
    Content m_content;
};

} // namespace lacuna::support
