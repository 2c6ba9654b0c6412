// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/table.h"

#include <algorithm>

namespace lacuna::cli {

Table::Table(std::vector<Column> columns)
    : m_columns(std::move(columns))
{
    QStringList titles;
    for (const Column& column : m_columns)
        titles.append(column.title);
    if (!titles.join(QString()).isEmpty())
        m_rows.push_back(std::move(titles));
}

void Table::addRow(QStringList cells)
{
    Q_ASSERT(size_t(cells.size()) == m_columns.size());
    m_rows.push_back(std::move(cells));
}

QString Table::text(qsizetype indent) const
{
    std::vector<qsizetype> widths(m_columns.size());
    for (const QStringList& row : m_rows) {
        for (size_t i = 0; i < widths.size(); ++i)
            widths[i] = std::max(widths[i], row[qsizetype(i)].size());
    }
    QString text;
    for (const QStringList& row : m_rows) {
        QString line(indent, u' ');
        for (size_t i = 0; i < widths.size(); ++i) {
            if (widths[i] == 0)
                continue;
            const QString& cell = row[qsizetype(i)];
            line += m_columns[i].align == Align::Left ? cell.leftJustified(widths[i]) : cell.rightJustified(widths[i]);
            line += QStringLiteral("  ");
        }
        while (line.endsWith(u' '))
            line.chop(1);
        text += line + u'\n';
    }
    return text;
}

} // namespace lacuna::cli
