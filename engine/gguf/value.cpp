// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/value.h"

#include "gguf/source.h"

#include <array>
#include <limits>

namespace lacuna::gguf {

namespace {

struct TypeRow {
    const char* name;
    quint32 fixedSize;
};

constexpr std::array<TypeRow, 13> s_types {{
    {"UINT8", 1},
    {"INT8", 1},
    {"UINT16", 2},
    {"INT16", 2},
    {"UINT32", 4},
    {"INT32", 4},
    {"FLOAT32", 4},
    {"BOOL", 1},
    {"STRING", 0},
    {"ARRAY", 0},
    {"UINT64", 8},
    {"INT64", 8},
    {"FLOAT64", 8},
}};

template<typename T>
T read(const Source& source, quint64 offset)
{
    return Cursor(source, offset).number<T>().value_or(T {});
}

/// An integer of any width and sign: its magnitude, and whether it is negative.
struct Integer {
    bool negative;
    quint64 bits; ///< two's complement
};

Integer fromSigned(qint64 value)
{
    return {value < 0, static_cast<quint64>(value)};
}

std::optional<Integer> readInteger(const Source& source, ValueType type, quint64 offset)
{
    switch (type) {
    case ValueType::Uint8:
        return Integer {false, read<quint8>(source, offset)};
    case ValueType::Int8:
        return fromSigned(read<qint8>(source, offset));
    case ValueType::Uint16:
        return Integer {false, read<quint16>(source, offset)};
    case ValueType::Int16:
        return fromSigned(read<qint16>(source, offset));
    case ValueType::Uint32:
        return Integer {false, read<quint32>(source, offset)};
    case ValueType::Int32:
        return fromSigned(read<qint32>(source, offset));
    case ValueType::Uint64:
        return Integer {false, read<quint64>(source, offset)};
    case ValueType::Int64:
        return fromSigned(read<qint64>(source, offset));
    default:
        return std::nullopt;
    }
}

tl::unexpected<Error> typeError(const char* wanted, const Value& found)
{
    return failure(Error::Code::InvalidArgument,
                   QStringLiteral("has type %1 where %2 is needed").arg(found.typeName(), QLatin1StringView(wanted)),
                   found.offset());
}

tl::unexpected<Error> rangeError(const QString& number, const char* wanted, const Value& found)
{
    return failure(Error::Code::InvalidArgument,
                   QStringLiteral("is %1, which is no %2").arg(number, QLatin1StringView(wanted)), found.offset());
}

} // namespace

const char* valueTypeName(ValueType type)
{
    return s_types[static_cast<size_t>(type)].name;
}

std::optional<ValueType> findValueType(quint32 id)
{
    if (id >= s_types.size())
        return std::nullopt;
    return static_cast<ValueType>(id);
}

quint32 fixedSize(ValueType type)
{
    return s_types[static_cast<size_t>(type)].fixedSize;
}

Value::Value(const Source& source, ValueType type, ValueType elementType, quint64 offset, quint64 size)
    : m_source(&source)
    , m_offset(offset)
    , m_size(size)
    , m_type(type)
    , m_elementType(elementType)
{
    if (isArray() && fixedSize(elementType) == 0) {
        const auto marks = source.marks.find(offset);
        if (marks != source.marks.end())
            m_marks = &marks->second;
    }
}

bool Value::isInteger() const
{
    return fixedSize(m_type) != 0 && !isFloat() && m_type != ValueType::Bool;
}

bool Value::isFloat() const
{
    return m_type == ValueType::Float32 || m_type == ValueType::Float64;
}

QString Value::typeName() const
{
    const QString name = QString::fromLatin1(valueTypeName(isArray() ? m_elementType : m_type));
    return isArray() ? u'[' + name + u']' : name;
}

Result<quint64> Value::toUnsigned() const
{
    const auto integer = readInteger(*m_source, m_type, m_offset);
    if (!integer)
        return typeError("an unsigned integer", *this);
    if (integer->negative)
        return rangeError(QString::number(static_cast<qint64>(integer->bits)), "unsigned number", *this);
    return integer->bits;
}

Result<qint64> Value::toSigned() const
{
    const auto integer = readInteger(*m_source, m_type, m_offset);
    if (!integer)
        return typeError("an integer", *this);
    if (!integer->negative && integer->bits > static_cast<quint64>(std::numeric_limits<qint64>::max()))
        return rangeError(QString::number(integer->bits), "signed 64-bit number", *this);
    return static_cast<qint64>(integer->bits);
}

Result<double> Value::toDouble() const
{
    if (m_type == ValueType::Float32)
        return static_cast<double>(read<float>(*m_source, m_offset));
    if (m_type == ValueType::Float64)
        return read<double>(*m_source, m_offset);
    const auto integer = readInteger(*m_source, m_type, m_offset);
    if (!integer)
        return typeError("a number", *this);
    return integer->negative ? static_cast<double>(static_cast<qint64>(integer->bits))
                             : static_cast<double>(integer->bits);
}

Result<bool> Value::toBool() const
{
    if (m_type != ValueType::Bool)
        return typeError("BOOL", *this);
    return read<quint8>(*m_source, m_offset) != 0;
}

Result<QByteArrayView> Value::toBytes() const
{
    if (!isString())
        return typeError("STRING", *this);
    return QByteArrayView(reinterpret_cast<const char*>(m_source->bytes.data() + m_offset),
                          static_cast<qsizetype>(m_size));
}

Value Value::at(quint64 index) const
{
    Q_ASSERT(index < size());
    if (const quint32 width = fixedSize(m_elementType))
        return Value(*m_source, m_elementType, m_elementType, m_offset + index * width, 0);

    const Value unreadable(*m_source, m_elementType, m_elementType, 0, 0);
    const quint64 perMark = m_elementType == ValueType::String ? Source::s_stringsPerMark : 1;
    if (!m_marks || index / perMark >= m_marks->size())
        return unreadable;
    Cursor cursor(*m_source, (*m_marks)[index / perMark]);
    if (m_elementType == ValueType::String) {
        for (quint64 i = index % perMark; i > 0; --i) {
            if (!cursor.string())
                return unreadable;
        }
        const auto text = cursor.string();
        if (!text)
            return unreadable;
        const auto size = static_cast<quint64>(text->size());
        return Value(*m_source, ValueType::String, ValueType::String, cursor.position() - size, size);
    }
    const auto typeId = cursor.number<quint32>();
    const auto count = cursor.length();
    const auto type = typeId ? findValueType(*typeId) : std::nullopt;
    // The walk at opening checked this; it can only fail if the file was rewritten since.
    if (!type || !count || *count > cursor.remaining())
        return unreadable;
    return Value(*m_source, ValueType::Array, *type, cursor.position(), *count);
}

} // namespace lacuna::gguf
