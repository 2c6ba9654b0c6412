// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/csv_export.h"

#include "gguf/summary.h"
#include "gguf/value_text.h"

namespace lacuna::gguf {

namespace {

constexpr qsizetype s_arrayCharacters = 400;

QByteArray field(const QString& text)
{
    QByteArray utf8 = text.toUtf8();
    if (utf8.contains(',') || utf8.contains('"') || utf8.startsWith(' ') || utf8.endsWith(' '))
        utf8 = '"' + utf8.replace("\"", "\"\"") + '"';
    return utf8;
}

/// Writes a line for each of `items`, made of the fields that `fieldsOf` gives.
template<typename Items, typename FieldsOf>
Result<void> writeTable(QIODevice& out, const std::stop_token& stop, const QByteArray& header, const Items& items,
                        FieldsOf fieldsOf)
{
    constexpr qsizetype bufferBytes = 1 << 16;
    QByteArray buffer = header + "\r\n";
    const auto flush = [&] {
        const bool written = out.write(buffer) == buffer.size();
        buffer.clear();
        return written;
    };
    for (const auto& item : items) {
        for (const QString& text : fieldsOf(item))
            buffer += field(text) + ',';
        buffer.chop(1);
        buffer += "\r\n";
        if (buffer.size() < bufferBytes)
            continue;
        if (stop.stop_requested())
            return failure(Error::Code::Cancelled, QStringLiteral("The export was stopped."));
        if (!flush())
            break;
    }
    if (!buffer.isEmpty() && !flush())
        return failure(Error::Code::Io, QStringLiteral("Cannot write: %1.").arg(out.errorString()));
    return {};
}

QString shapeText(const TensorInfo& tensor)
{
    QStringList sizes;
    for (int i = 0; i < tensor.dimensions; ++i)
        sizes.append(QString::number(tensor.shape[size_t(i)]));
    return sizes.join(u'x');
}

} // namespace

Result<void> writeMetadataCsv(const File& file, QIODevice& out, std::stop_token stop)
{
    return writeTable(out, stop, "key,type,value,offset", file.metadata(), [](const KeyValue& entry) {
        const Value& value = entry.value;
        return QStringList {escaped(entry.key), value.typeName(),
                            value.isArray() ? preview(entry.key, value, s_arrayCharacters)
                                            : scalarText(entry.key, value),
                            QString::number(entry.offset)};
    });
}

Result<void> writeTensorsCsv(const File& file, QIODevice& out, std::stop_token stop)
{
    return writeTable(out, stop, "name,shape,type,elements,bytes,bits_per_weight,offset,shard", file.tensors(),
                      [](const TensorInfo& tensor) {
                          return QStringList {
                              escaped(tensor.name),           shapeText(tensor),
                              quant::typeName(tensor.typeId), QString::number(tensor.elements),
                              QString::number(tensor.bytes),  QString::number(bitsPerWeight(tensor), 'f', 4),
                              QString::number(tensor.offset), QString::number(tensor.shard)};
                      });
}

} // namespace lacuna::gguf
