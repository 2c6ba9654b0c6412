// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/finding_table.h"

#include "widgets/models/formatting.h"

namespace lacuna::models {

FindingTable::FindingTable(std::shared_ptr<const gguf::File> file)
    : m_file(std::move(file))
{
}

int FindingTable::rows() const
{
    return int(m_file->findings().size());
}

QString FindingTable::title(int column) const
{
    const QString titles[] = {tr("Severity"), tr("Byte"), tr("Shard"), tr("Finding")};
    return titles[column];
}

QString FindingTable::text(int row, int column) const
{
    const gguf::Finding& found = finding(row);
    switch (column) {
    case Severity:
        return found.severity == gguf::Finding::Severity::Error  ? tr("Error")
            : found.severity == gguf::Finding::Severity::Warning ? tr("Warning")
                                                                 : tr("Note");
    case Offset:
        return found.offset ? formatCount(*found.offset) : noNumber();
    case Shard:
        return formatCount(quint64(found.shard) + 1);
    default:
        return found.text;
    }
}

QString FindingTable::fullText(int row, int column) const
{
    if (column == Offset)
        return finding(row).offset ? QString::number(*finding(row).offset) : QString();
    return text(row, column);
}

QString FindingTable::toolTip(int row, int column) const
{
    if (column == Offset && finding(row).offset)
        return QStringLiteral("0x%1").arg(*finding(row).offset, 0, 16);
    return column == Text ? finding(row).text : QString();
}

LazyTable::SortKey FindingTable::sortKey(int row, int column) const
{
    const gguf::Finding& found = finding(row);
    switch (column) {
    case Severity:
        return -double(found.severity); // the worst first
    case Offset:
        return found.offset ? double(*found.offset) : -1.0;
    case Shard:
        return double(found.shard);
    default:
        return found.text;
    }
}

} // namespace lacuna::models
