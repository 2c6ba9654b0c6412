// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/metadata_table.h"

#include "gguf/value_text.h"
#include "widgets/models/formatting.h"

namespace lacuna::models {

namespace {

constexpr qsizetype s_shownCharacters = 200;
/// Whatever somebody pastes it into must survive it.
constexpr qsizetype s_copiedCharacters = 4 << 20;

/// The text of the token that a value of "….…_token_id" names.
QString namedToken(const gguf::File& file, QByteArrayView key, const gguf::Value& value)
{
    const gguf::Value* tokens = file.find("tokenizer.ggml.tokens");
    const auto id = value.toUnsigned();
    if (!key.endsWith("_token_id") || !id || !tokens || *id >= tokens->size())
        return {};
    const auto text = tokens->at(*id).toBytes();
    return text ? gguf::quoted(*text) : QString();
}

} // namespace

MetadataTable::MetadataTable(std::shared_ptr<const gguf::File> file)
    : m_file(std::move(file))
{
}

int MetadataTable::rows() const
{
    return int(m_file->metadata().size());
}

QString MetadataTable::title(int column) const
{
    const QString titles[] = {tr("Key"), tr("Type"), tr("Value")};
    return titles[column];
}

QString MetadataTable::text(int row, int column) const
{
    const auto& [key, value, offset] = entry(row);
    if (column == Key)
        return gguf::escaped(key);
    if (column == Type)
        return value.typeName();
    const QString shown = gguf::preview(key, value, s_shownCharacters);
    if (value.isArray())
        return value.size() == 1 ? tr("1 element: %1").arg(shown)
                                 : tr("%1 elements: %2").arg(formatCount(value.size()), shown);
    const QString token = namedToken(*m_file, key, value);
    return token.isEmpty() ? shown : tr("%1 (token %2)").arg(shown, token);
}

QString MetadataTable::fullText(int row, int column) const
{
    return column == Value ? gguf::preview(entry(row).key, entry(row).value, s_copiedCharacters) : text(row, column);
}

QString MetadataTable::toolTip(int row, int column) const
{
    Q_UNUSED(column)
    return tr("%1\nEntry at byte %2").arg(text(row, Key), formatCount(entry(row).offset));
}

LazyTable::SortKey MetadataTable::sortKey(int row, int column) const
{
    if (column == Value) {
        if (const auto number = entry(row).value.toDouble())
            return *number;
    }
    return text(row, column);
}

} // namespace lacuna::models
