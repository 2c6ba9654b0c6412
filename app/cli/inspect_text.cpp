// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/inspect_report.h"
#include "cli/table.h"
#include "gguf/summary.h"
#include "gguf/value_text.h"
#include "model/transformer.h"
#include "widgets/models/formatting.h"

#include <algorithm>

namespace lacuna::cli {

using namespace gguf;

namespace {

constexpr qsizetype s_indent = 2;
/// Keys and names longer than any honest one would make every line of a table as long.
constexpr qsizetype s_longestName = 80;
/// A canvas of prompt and answer as people have it, for the estimate of memory.
constexpr int s_positions = 512;

/// Words of a terminal are searched and copied: plain spaces.
QString plain(QString text)
{
    return text.replace(QChar::Nbsp, u' ');
}

QString sizeText(quint64 bytes)
{
    return plain(models::formatBytes(bytes));
}

QString exactSizeText(quint64 bytes)
{
    return QStringLiteral("%1 (%2 bytes)").arg(sizeText(bytes)).arg(bytes);
}

/// A file's own word on something, if it has one.
QString metadataWord(const File& file, QByteArrayView key)
{
    constexpr qsizetype s_length = 100;
    const Value* value = file.find(key);
    return value ? preview(key, *value, s_length) : QStringLiteral("–");
}

QString runnableText(const File& file)
{
    if (const QString why = whyNotRunnable(file); !why.isEmpty())
        return QStringLiteral("no: ") + why;
    const auto memory = model::Transformer::estimate(file, s_positions);
    return QStringLiteral("yes, in %1 of memory for %2 tokens")
        .arg(sizeText(memory ? memory->total() : 0))
        .arg(s_positions);
}

int count(const File& file, Finding::Severity severity)
{
    const auto findings = file.findings();
    return int(std::count_if(findings.begin(), findings.end(),
                             [severity](const Finding& finding) { return finding.severity == severity; }));
}

QString findingCounts(const File& file)
{
    if (file.findings().empty())
        return QStringLiteral("none");
    return QStringLiteral("errors %1, warnings %2, notes %3 (listed by --check)")
        .arg(count(file, Finding::Severity::Error))
        .arg(count(file, Finding::Severity::Warning))
        .arg(count(file, Finding::Severity::Note));
}

QString shapeText(const TensorInfo& info)
{
    QStringList sizes;
    for (int i = 0; i < info.dimensions; ++i)
        sizes.append(QString::number(info.shape[size_t(i)]));
    return sizes.isEmpty() ? QStringLiteral("scalar") : sizes.join(QStringLiteral(" × "));
}

QString severityText(Finding::Severity severity)
{
    switch (severity) {
    case Finding::Severity::Note:
        return QStringLiteral("note");
    case Finding::Severity::Warning:
        return QStringLiteral("warning");
    case Finding::Severity::Error:
        break;
    }
    return QStringLiteral("error");
}

QString typesText(const Summary& summary)
{
    using enum Table::Align;
    Table table({{QStringLiteral("TYPE"), Left},
                 {QStringLiteral("TENSORS"), Right},
                 {QStringLiteral("PARAMETERS"), Right},
                 {QStringLiteral("SIZE"), Right},
                 {QStringLiteral("SHARE"), Right}});
    for (const TypeShare& share : summary.types) {
        const double fraction = summary.bytes == 0 ? 0 : double(share.bytes) / double(summary.bytes);
        table.addRow({quant::typeName(share.typeId), QString::number(share.tensors), QString::number(share.elements),
                      sizeText(share.bytes), plain(models::formatPercent(fraction))});
    }
    return table.text(s_indent);
}

} // namespace

QString whyNotRunnable(const File& file)
{
    if (const auto structure = file.checkRunnable(); !structure)
        return structure.error().text();
    const auto model = model::Transformer::estimate(file, s_positions);
    return model ? QString() : model.error().text();
}

QString summaryText(const File& file)
{
    const Summary summary = summarise(file);
    Table table({{}, {}});
    table.addRow({QStringLiteral("Format"),
                  QStringLiteral("GGUF version %1, %2-endian")
                      .arg(file.version())
                      .arg(file.isBigEndian() ? QStringLiteral("big") : QStringLiteral("little"))});
    table.addRow({QStringLiteral("Size"), exactSizeText(file.totalBytes())});
    if (file.shardPaths().size() > 1)
        table.addRow({QStringLiteral("Parts"), QString::number(file.shardPaths().size())});
    table.addRow({QStringLiteral("Architecture"), metadataWord(file, "general.architecture")});
    table.addRow({QStringLiteral("Name"), metadataWord(file, "general.name")});
    table.addRow({QStringLiteral("File type"), metadataWord(file, "general.file_type")});
    table.addRow(
        {QStringLiteral("Parameters"),
         QStringLiteral("%1 (%2)").arg(plain(models::formatMagnitude(summary.elements))).arg(summary.elements)});
    table.addRow({QStringLiteral("Bits per weight"), models::formatBitsPerWeight(summary.bitsPerWeight)});
    table.addRow({QStringLiteral("Metadata"), QStringLiteral("%1 keys").arg(file.metadata().size())});
    table.addRow({QStringLiteral("Tensors"),
                  QStringLiteral("%1, aligned to %2 bytes").arg(file.tensors().size()).arg(file.alignment())});
    table.addRow({QStringLiteral("Findings"), findingCounts(file)});
    table.addRow({QStringLiteral("Can be run"), runnableText(file)});
    return shownPath(file.path()) + u'\n' + table.text(s_indent) + u'\n' + typesText(summary);
}

QString metadataText(const File& file, qsizetype lineLength)
{
    // The value gets what key and type leave of the line, and something in any case.
    constexpr qsizetype s_shortestValue = 30;
    constexpr qsizetype s_typeAndGaps = 24;
    QStringList keys;
    qsizetype keyWidth = 0;
    for (const KeyValue& entry : file.metadata()) {
        keys.append(escapedStart(entry.key, s_longestName));
        keyWidth = std::max(keyWidth, keys.last().size());
    }
    const qsizetype valueLength = std::max(lineLength - keyWidth - s_typeAndGaps, s_shortestValue);
    Table table({{QStringLiteral("KEY")}, {QStringLiteral("TYPE")}, {QStringLiteral("VALUE")}});
    for (size_t i = 0; i < file.metadata().size(); ++i) {
        const KeyValue& entry = file.metadata()[i];
        const QString size = entry.value.isArray() ? QStringLiteral(" × %1").arg(entry.value.size()) : QString();
        table.addRow({keys[qsizetype(i)], entry.value.typeName() + size, preview(entry.key, entry.value, valueLength)});
    }
    return table.text(s_indent);
}

QString tensorsText(const File& file)
{
    using enum Table::Align;
    const bool split = file.shardPaths().size() > 1;
    Table table({{QStringLiteral("NAME"), Left},
                 {QStringLiteral("TYPE"), Left},
                 {QStringLiteral("SHAPE"), Left},
                 {QStringLiteral("PARAMETERS"), Right},
                 {QStringLiteral("BYTES"), Right},
                 {QStringLiteral("BITS"), Right},
                 {split ? QStringLiteral("PART") : QString(), Right},
                 {QStringLiteral("OFFSET"), Right}});
    for (const TensorInfo& info : file.tensors()) {
        table.addRow({escapedStart(info.name, s_longestName), quant::typeName(info.typeId), shapeText(info),
                      QString::number(info.elements), QString::number(info.bytes),
                      models::formatBitsPerWeight(bitsPerWeight(info)),
                      split ? QString::number(info.shard + 1) : QString(), QString::number(info.offset)});
    }
    return table.text(s_indent);
}

QString findingsText(const File& file)
{
    QString text;
    if (file.findings().empty()) {
        text = QStringLiteral("  Nothing to report: the structure is sound.\n");
    } else {
        const bool split = file.shardPaths().size() > 1;
        Table table({{QStringLiteral("SEVERITY"), Table::Align::Left},
                     {split ? QStringLiteral("PART") : QString(), Table::Align::Right},
                     {QStringLiteral("BYTE"), Table::Align::Right},
                     {QStringLiteral("FINDING"), Table::Align::Left}});
        for (const Finding& finding : file.findings()) {
            table.addRow({severityText(finding.severity), split ? QString::number(finding.shard + 1) : QString(),
                          finding.offset ? QString::number(*finding.offset) : models::noNumber(), finding.text});
        }
        text = table.text(s_indent);
    }
    return text + QStringLiteral("  Can be run: %1\n").arg(runnableText(file));
}

} // namespace lacuna::cli
