// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/array_table.h"

#include "gguf/value_text.h"
#include "widgets/models/formatting.h"

#include <algorithm>

namespace lacuna::models {

namespace {

constexpr qsizetype s_shownCharacters = 200;
constexpr qsizetype s_copiedCharacters = 1 << 20;

} // namespace

ArrayTable::ArrayTable(std::shared_ptr<const gguf::File> file, const QByteArray& key, const gguf::Value& array,
                       quint64 page)
    : m_file(std::move(file))
    , m_key(key)
    , m_array(array)
    , m_first(std::min(page, array.size() / s_pageRows) * s_pageRows)
    , m_rows(int(std::min(array.size() - m_first, s_pageRows)))
{
}

quint64 ArrayTable::pages(const gguf::Value& array)
{
    return std::max<quint64>(1, (array.size() + s_pageRows - 1) / s_pageRows);
}

QString ArrayTable::title(int column) const
{
    return column == Index ? tr("Index") : tr("Value");
}

QString ArrayTable::text(int row, int column) const
{
    if (column == Index)
        return QString::number(m_first + quint64(row));
    const gguf::Value value = element(row);
    const QString shown = gguf::preview(m_key, value, s_shownCharacters);
    return value.isArray() ? tr("%1 elements: %2").arg(formatCount(value.size()), shown) : shown;
}

QString ArrayTable::fullText(int row, int column) const
{
    return column == Index ? text(row, Index) : gguf::preview(m_key, element(row), s_copiedCharacters);
}

LazyTable::SortKey ArrayTable::sortKey(int row, int column) const
{
    if (column == Index)
        return double(row);
    if (const auto number = element(row).toDouble())
        return *number;
    return text(row, column);
}

} // namespace lacuna::models
