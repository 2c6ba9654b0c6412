// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/meta_value.h"

#include <utility>

namespace lacuna::support {

using gguf::ValueType;

MetaValue::MetaValue(ValueType type, Content content)
    : m_type(type)
    , m_content(std::move(content))
{
}

MetaValue MetaValue::uint8(quint8 value)
{
    return {ValueType::Uint8, value};
}

MetaValue MetaValue::int8(qint8 value)
{
    return {ValueType::Int8, value};
}

MetaValue MetaValue::uint16(quint16 value)
{
    return {ValueType::Uint16, value};
}

MetaValue MetaValue::int16(qint16 value)
{
    return {ValueType::Int16, value};
}

MetaValue MetaValue::uint32(quint32 value)
{
    return {ValueType::Uint32, value};
}

MetaValue MetaValue::int32(qint32 value)
{
    return {ValueType::Int32, value};
}

MetaValue MetaValue::uint64(quint64 value)
{
    return {ValueType::Uint64, value};
}

MetaValue MetaValue::int64(qint64 value)
{
    return {ValueType::Int64, value};
}

MetaValue MetaValue::float32(float value)
{
    return {ValueType::Float32, value};
}

MetaValue MetaValue::float64(double value)
{
    return {ValueType::Float64, value};
}

MetaValue MetaValue::boolean(bool value)
{
    return {ValueType::Bool, value};
}

MetaValue MetaValue::string(QByteArray value)
{
    return {ValueType::String, std::move(value)};
}

MetaValue MetaValue::array(ValueType elementType, std::vector<MetaValue> elements)
{
    return {ValueType::Array, Array {elementType, std::move(elements)}};
}

template<typename T>
MetaValue MetaValue::arrayOf(ValueType elementType, MetaValue (*make)(T), const std::vector<std::decay_t<T>>& elements)
{
    std::vector<MetaValue> values;
    values.reserve(elements.size());
    for (const auto& element : elements)
        values.push_back(make(element));
    return array(elementType, std::move(values));
}

MetaValue MetaValue::strings(const std::vector<QByteArray>& elements)
{
    return arrayOf(ValueType::String, &MetaValue::string, elements);
}

MetaValue MetaValue::int32s(const std::vector<qint32>& elements)
{
    return arrayOf(ValueType::Int32, &MetaValue::int32, elements);
}

MetaValue MetaValue::uint32s(const std::vector<quint32>& elements)
{
    return arrayOf(ValueType::Uint32, &MetaValue::uint32, elements);
}

MetaValue MetaValue::float32s(const std::vector<float>& elements)
{
    return arrayOf(ValueType::Float32, &MetaValue::float32, elements);
}

void MetaValue::write(ByteBuilder& out) const
{
    out.u32(static_cast<quint32>(m_type));
    writePayload(out);
}

void MetaValue::writePayload(ByteBuilder& out) const
{
    if (const auto* array = std::get_if<Array>(&m_content)) {
        out.u32(static_cast<quint32>(array->elementType)).length(array->elements.size());
        for (const MetaValue& element : array->elements)
            element.writePayload(out);
    } else if (const auto* text = std::get_if<QByteArray>(&m_content)) {
        out.string(*text);
    } else if (const auto* flag = std::get_if<bool>(&m_content)) {
        out.u8(*flag ? 1 : 0);
    } else {
        std::visit(
            [&out](const auto& number) {
                if constexpr (std::is_arithmetic_v<std::decay_t<decltype(number)>>)
                    out.number(number);
            },
            m_content);
    }
}

} // namespace lacuna::support
