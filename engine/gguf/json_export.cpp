// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/json_export.h"

#include "gguf/json_writer.h"
#include "gguf/summary.h"
#include "gguf/value_text.h"

#include <algorithm>
#include <cmath>

namespace lacuna::gguf {

namespace {

const char* severityName(Finding::Severity severity)
{
    switch (severity) {
    case Finding::Severity::Note:
        return "note";
    case Finding::Severity::Warning:
        return "warning";
    case Finding::Severity::Error:
        break;
    }
    return "error";
}

void write(JsonWriter& json, const Value& value, quint64 mostElements)
{
    if (value.isString()) {
        json.bytes(value.toBytes().value_or(QByteArrayView()));
    } else if (value.isArray()) {
        json.open('[');
        for (quint64 i = 0; i < std::min(value.size(), mostElements) && json.isAlive(); ++i) {
            json.next();
            write(json, value.at(i), mostElements);
        }
        json.close(']');
    } else if (value.isFloat() && !std::isfinite(value.toDouble().value_or(0))) {
        json.string(scalarText({}, value));
    } else if (const auto number = value.toUnsigned()) {
        json.number(*number);
    } else {
        json.raw(scalarText({}, value).toLatin1());
    }
}

void write(JsonWriter& json, const KeyValue& entry, quint64 mostElements)
{
    json.open('{');
    json.key("key");
    json.bytes(entry.key);
    json.member("type", entry.value.typeName());
    json.member("offset", entry.offset);
    if (entry.value.isArray())
        json.member("count", entry.value.size());
    const auto number = entry.value.toSigned();
    if (const QString name = number ? enumName(entry.key, *number) : QString(); !name.isEmpty())
        json.member("name", name);
    json.key("value");
    write(json, entry.value, mostElements);
    json.close('}');
}

void write(JsonWriter& json, const TensorInfo& tensor)
{
    json.open('{');
    json.key("name");
    json.bytes(tensor.name);
    json.member("type", quant::typeName(tensor.typeId));
    json.member("typeId", quint64(tensor.typeId));
    json.key("shape");
    json.open('[');
    for (int i = 0; i < tensor.dimensions; ++i) {
        json.next();
        json.number(tensor.shape[size_t(i)]);
    }
    json.close(']');
    json.member("parameters", tensor.elements);
    json.member("bytes", tensor.bytes);
    json.member("bitsPerWeight", bitsPerWeight(tensor));
    json.member("shard", quint64(tensor.shard));
    json.member("offset", tensor.offset);
    json.member("inFile", tensor.inFile);
    json.close('}');
}

void write(JsonWriter& json, const Finding& finding)
{
    json.open('{');
    json.member("severity", QString::fromLatin1(severityName(finding.severity)));
    json.member("kind", quint64(finding.kind));
    json.member("shard", quint64(finding.shard));
    json.key("offset");
    if (finding.offset)
        json.number(*finding.offset);
    else
        json.raw("null");
    json.member("text", finding.text);
    json.close('}');
}

void write(JsonWriter& json, const TypeShare& share)
{
    json.open('{');
    json.member("type", quant::typeName(share.typeId));
    json.member("tensors", share.tensors);
    json.member("parameters", share.elements);
    json.member("bytes", share.bytes);
    json.close('}');
}

template<typename Items, typename... More>
void writeArray(JsonWriter& json, const char* name, const Items& items, More... more)
{
    json.key(name);
    json.open('[');
    for (const auto& item : items) {
        if (!json.isAlive())
            break;
        json.next();
        write(json, item, more...);
    }
    json.close(']');
}

void writeSummary(JsonWriter& json, const File& file)
{
    const Summary summary = summarise(file);
    json.member("path", file.path());
    json.key("shards");
    json.open('[');
    for (const QString& path : file.shardPaths()) {
        json.next();
        json.string(path);
    }
    json.close(']');
    json.member("version", quint64(file.version()));
    json.member("byteOrder", file.isBigEndian() ? QStringLiteral("big") : QStringLiteral("little"));
    json.member("bytes", file.totalBytes());
    json.member("alignment", file.alignment());
    json.member("parameters", summary.elements);
    json.member("tensorBytes", summary.bytes);
    json.member("bitsPerWeight", summary.bitsPerWeight);
    writeArray(json, "types", summary.types);
}

} // namespace

Result<void> writeJson(const File& file, const JsonOptions& options, QIODevice& out, std::stop_token stop)
{
    JsonWriter json(out, std::move(stop));
    json.open('{');
    writeSummary(json, file);
    if (options.whyNot) {
        json.member("canBeRun", options.whyNot->isEmpty());
        json.key("whyNot");
        if (options.whyNot->isEmpty())
            json.raw("null");
        else
            json.string(*options.whyNot);
    }
    writeArray(json, "metadata", file.metadata(), options.arrayElements);
    writeArray(json, "tensors", file.tensors());
    writeArray(json, "findings", file.findings());
    json.close('}');
    return json.finish();
}

} // namespace lacuna::gguf
