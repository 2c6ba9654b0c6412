// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/key_reader.h"

#include <cmath>

namespace lacuna::model {

namespace {

/// What a value is, for messages: "BOOL", "an array of 3 × UINT32".
QString described(const gguf::Value& value)
{
    if (value.type() == gguf::ValueType::Array) {
        return QStringLiteral("an array of %1 × %2")
            .arg(value.size())
            .arg(QLatin1String(gguf::valueTypeName(value.elementType())));
    }
    return QString::fromLatin1(gguf::valueTypeName(value.type()));
}

tl::unexpected<Error> wrong(const QString& key, const QString& wanted, const QString& found)
{
    return failure(Error::Code::Malformed, QStringLiteral("Key %1: %2 is needed, found %3.").arg(key, wanted, found),
                   std::nullopt, key);
}

QString range(int minimum, int maximum)
{
    return QStringLiteral("an integer from %1 to %2").arg(minimum).arg(maximum);
}

} // namespace

KeyReader::KeyReader(const gguf::File& file, QByteArray prefix)
    : m_file(file)
    , m_prefix(std::move(prefix))
{
}

QString KeyReader::key(QByteArrayView name) const
{
    return gguf::escaped(m_prefix + '.' + name.toByteArray());
}

const gguf::Value* KeyReader::find(QByteArrayView name) const
{
    return m_file.find(m_prefix + '.' + name.toByteArray());
}

tl::unexpected<Error> KeyReader::missing(QByteArrayView name, const QString& wanted) const
{
    return failure(Error::Code::Missing, QStringLiteral("Key %1 is missing; %2 is needed.").arg(key(name), wanted),
                   std::nullopt, key(name));
}

Result<int> KeyReader::checked(const gguf::Value& value, const QString& where, int minimum, int maximum) const
{
    if (!value.isInteger())
        return wrong(where, range(minimum, maximum), described(value));
    if (const auto number = value.toSigned(); number && *number >= minimum && *number <= maximum)
        return int(*number);
    // Only unsigned 64-bit values do not fit a signed one.
    const auto number = value.toSigned();
    const QString found = number ? QString::number(*number) : QString::number(value.toUnsigned().value_or(0));
    return wrong(where, range(minimum, maximum), found);
}

Result<int> KeyReader::integer(QByteArrayView name, int minimum, int maximum, std::optional<int> fallback) const
{
    if (const gguf::Value* value = find(name))
        return checked(*value, key(name), minimum, maximum);
    if (fallback)
        return *fallback;
    return missing(name, range(minimum, maximum));
}

Result<int> KeyReader::integerOfLayers(QByteArrayView name, int layers, int minimum, int maximum,
                                       std::optional<int> fallback) const
{
    const gguf::Value* value = find(name);
    if (value == nullptr || value->type() != gguf::ValueType::Array)
        return integer(name, minimum, maximum, fallback);
    if (value->size() != quint64(layers))
        return wrong(key(name), QStringLiteral("one entry for each of the %1 layers").arg(layers), described(*value));
    const auto entryName = [&](int layer) {
        return QStringLiteral("%1[%2]").arg(key(name)).arg(layer);
    };
    auto first = checked(value->at(0), entryName(0), minimum, maximum);
    for (int layer = 1; first && layer < layers; ++layer) {
        auto entry = checked(value->at(quint64(layer)), entryName(layer), minimum, maximum);
        if (!entry)
            return entry;
        if (*entry != *first) {
            return failure(
                Error::Code::Unsupported,
                QStringLiteral("Key %1 is %2 for layer 0 but %3 for layer %4; layers of different sizes are not "
                               "supported.")
                    .arg(key(name))
                    .arg(*first)
                    .arg(*entry)
                    .arg(layer),
                std::nullopt, key(name));
        }
    }
    return first;
}

Result<float> KeyReader::real(QByteArrayView name, float minimum, float maximum, std::optional<float> fallback) const
{
    const QString wanted = QStringLiteral("a number from %1 to %2").arg(double(minimum)).arg(double(maximum));
    const gguf::Value* value = find(name);
    if (value == nullptr) {
        if (fallback)
            return *fallback;
        return missing(name, wanted);
    }
    const auto number = value->toDouble();
    if (!number)
        return wrong(key(name), wanted, described(*value));
    // Compared as floats, so that a limit written as a float holds for the double of the same float.
    const float result = float(*number);
    if (!(result >= minimum && result <= maximum))
        return wrong(key(name), wanted, QString::number(*number));
    return result;
}

Result<bool> KeyReader::boolean(QByteArrayView name, bool fallback) const
{
    const gguf::Value* value = find(name);
    if (value == nullptr)
        return fallback;
    if (const auto flag = value->toBool())
        return *flag;
    const auto bytes = value->toBytes();
    if (bytes && (*bytes == "true" || *bytes == "false"))
        return *bytes == "true";
    return wrong(key(name), QStringLiteral("true or false"),
                 bytes ? QLatin1Char('"') + gguf::escaped(*bytes) + QLatin1Char('"') : described(*value));
}

Result<QByteArray> KeyReader::text(QByteArrayView name, std::optional<QByteArray> fallback) const
{
    const gguf::Value* value = find(name);
    if (value == nullptr) {
        if (fallback)
            return *fallback;
        return missing(name, QStringLiteral("a string"));
    }
    const auto bytes = value->toBytes();
    if (!bytes)
        return wrong(key(name), QStringLiteral("a string"), described(*value));
    return bytes->toByteArray();
}

} // namespace lacuna::model
