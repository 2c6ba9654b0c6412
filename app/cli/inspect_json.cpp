// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/inspect_report.h"
#include "gguf/summary.h"
#include "gguf/value_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lacuna::cli {

using namespace gguf;

namespace {

constexpr quint64 s_elements = 1000; // of each array

QString text(QByteArrayView bytes)
{
    return QString::fromUtf8(bytes.data(), bytes.size());
}

QJsonValue number(quint64 value)
{
    if (value > quint64(std::numeric_limits<qint64>::max()))
        return QString::number(value);
    return qint64(value);
}

/// JSON has doubles: 0.1f is written as 0.1, which is the same float again, not as 0.10000000149011612.
QJsonValue number(const Value& value)
{
    if (!value.isFloat()) {
        const auto integer = value.toSigned();
        return integer ? QJsonValue(*integer) : number(value.toUnsigned().value_or(0));
    }
    const QString shortest = scalarText({}, value);
    return std::isfinite(value.toDouble().value_or(0)) ? QJsonValue(shortest.toDouble()) : QJsonValue(shortest);
}

QJsonValue toJson(const Value& value)
{
    if (value.isString())
        return text(*value.toBytes());
    if (value.type() == ValueType::Bool)
        return value.toBool().value_or(false);
    if (!value.isArray())
        return number(value);
    QJsonArray elements;
    for (quint64 i = 0; i < std::min(value.size(), s_elements); ++i)
        elements.append(toJson(value.at(i)));
    return elements;
}

QJsonObject toJson(const KeyValue& entry)
{
    QJsonObject object {{QStringLiteral("key"), text(entry.key)},
                        {QStringLiteral("type"), entry.value.typeName()},
                        {QStringLiteral("offset"), number(entry.offset)},
                        {QStringLiteral("value"), toJson(entry.value)}};
    if (entry.value.isArray())
        object[QStringLiteral("count")] = number(entry.value.size());
    const auto integer = entry.value.toSigned();
    const QString name = integer ? enumName(entry.key, *integer) : QString();
    if (!name.isEmpty())
        object[QStringLiteral("name")] = name;
    return object;
}

QJsonObject toJson(const TensorInfo& info)
{
    QJsonArray shape;
    for (int i = 0; i < info.dimensions; ++i)
        shape.append(number(info.shape[size_t(i)]));
    return {{QStringLiteral("name"), text(info.name)},
            {QStringLiteral("type"), quant::typeName(info.typeId)},
            {QStringLiteral("typeId"), qint64(info.typeId)},
            {QStringLiteral("shape"), shape},
            {QStringLiteral("parameters"), number(info.elements)},
            {QStringLiteral("bytes"), number(info.bytes)},
            {QStringLiteral("bitsPerWeight"), bitsPerWeight(info)},
            {QStringLiteral("shard"), info.shard},
            {QStringLiteral("offset"), number(info.offset)},
            {QStringLiteral("inFile"), info.inFile}};
}

QJsonObject toJson(const Finding& finding)
{
    const char* severity = finding.severity == Finding::Severity::Note ? "note"
        : finding.severity == Finding::Severity::Warning               ? "warning"
                                                                       : "error";
    return {{QStringLiteral("severity"), QLatin1StringView(severity)},
            {QStringLiteral("kind"), finding.kind},
            {QStringLiteral("shard"), finding.shard},
            {QStringLiteral("offset"), finding.offset ? number(*finding.offset) : QJsonValue()},
            {QStringLiteral("text"), finding.text}};
}

QJsonObject toJson(const TypeShare& share)
{
    return {{QStringLiteral("type"), quant::typeName(share.typeId)},
            {QStringLiteral("tensors"), number(share.tensors)},
            {QStringLiteral("parameters"), number(share.elements)},
            {QStringLiteral("bytes"), number(share.bytes)}};
}

template<typename Range>
QJsonArray toJsonArray(const Range& items)
{
    QJsonArray array;
    for (const auto& item : items)
        array.append(toJson(item));
    return array;
}

/// Qt leaves characters above ASCII as they are, some of which a terminal obeys or shows as nothing. They stand in
/// strings only, where \uXXXX means the same.
QByteArray withoutInvisible(const QByteArray& json)
{
    QString safe;
    for (const QChar unit : QString::fromUtf8(json)) {
        const bool shown = unit == u'\n' || unit.isSurrogate() || !isInvisible(unit.unicode());
        safe += shown ? QString(unit) : QStringLiteral("\\u%1").arg(uint(unit.unicode()), 4, 16, QLatin1Char('0'));
    }
    return safe.toUtf8();
}

} // namespace

QByteArray inspectJson(const File& file)
{
    const Summary summary = summarise(file);
    const QString whyNot = whyNotRunnable(file);
    const QJsonObject object {
        {QStringLiteral("path"), file.path()},
        {QStringLiteral("shards"), QJsonArray::fromStringList(file.shardPaths())},
        {QStringLiteral("version"), qint64(file.version())},
        {QStringLiteral("byteOrder"), file.isBigEndian() ? QStringLiteral("big") : QStringLiteral("little")},
        {QStringLiteral("bytes"), number(file.totalBytes())},
        {QStringLiteral("alignment"), number(file.alignment())},
        {QStringLiteral("parameters"), number(summary.elements)},
        {QStringLiteral("tensorBytes"), number(summary.bytes)},
        {QStringLiteral("bitsPerWeight"), summary.bitsPerWeight},
        {QStringLiteral("types"), toJsonArray(summary.types)},
        {QStringLiteral("canBeRun"), whyNot.isEmpty()},
        {QStringLiteral("whyNot"), whyNot.isEmpty() ? QJsonValue() : QJsonValue(whyNot)},
        {QStringLiteral("metadata"), toJsonArray(file.metadata())},
        {QStringLiteral("tensors"), toJsonArray(file.tensors())},
        {QStringLiteral("findings"), toJsonArray(file.findings())},
    };
    return withoutInvisible(QJsonDocument(object).toJson());
}

} // namespace lacuna::cli
