// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/merge_table.h"

namespace lacuna::models {

namespace {

constexpr qsizetype s_shownBytes = 256;

} // namespace

std::shared_ptr<const MergeTable> MergeTable::create(std::shared_ptr<const gguf::File> file)
{
    const auto merges = file->arrayValue("tokenizer.ggml.merges", gguf::ValueType::String);
    if (!merges)
        return nullptr;
    return std::shared_ptr<const MergeTable>(new MergeTable(std::move(file), *merges));
}

MergeTable::MergeTable(std::shared_ptr<const gguf::File> file, const gguf::Value& merges)
    : m_file(std::move(file))
    , m_merges(merges)
{
}

QString MergeTable::title(int column) const
{
    const QString titles[] = {tr("Rank"), tr("Left"), tr("Right"), tr("Makes")};
    return titles[column];
}

QString MergeTable::text(int row, int column) const
{
    if (column == Rank)
        return QString::number(row);
    QByteArrayView merge = m_merges.at(quint64(row)).toBytes().value_or(QByteArrayView());
    merge = merge.first(std::min(merge.size(), s_shownBytes));
    // Parts are separated by the first space that is not the first character: a part may itself be a space.
    const qsizetype space = merge.indexOf(' ', 1);
    const QByteArrayView left = space < 0 ? merge : merge.first(space);
    const QByteArrayView right = space < 0 ? QByteArrayView() : merge.sliced(space + 1);
    if (column == Left)
        return gguf::escaped(left);
    if (column == Right)
        return gguf::escaped(right);
    return gguf::escaped(left.toByteArray() + right.toByteArray());
}

LazyTable::SortKey MergeTable::sortKey(int row, int column) const
{
    if (column == Rank)
        return double(row);
    return text(row, column);
}

} // namespace lacuna::models
