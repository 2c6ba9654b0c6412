// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/tensor_model.h"

#include "gguf/summary.h"
#include "gguf/text.h"
#include "widgets/models/formatting.h"
#include "widgets/models/roles.h"

#include <QSize>

#include <algorithm>

namespace lacuna::models {

namespace {

QString joined(const gguf::TensorInfo& tensor, const QString& separator)
{
    QStringList sizes;
    for (int i = 0; i < tensor.dimensions; ++i)
        sizes.append(QString::number(tensor.shape[size_t(i)]));
    return sizes.join(separator);
}

bool isNumeric(int column)
{
    return column >= ElementsColumn;
}

} // namespace

void TensorModel::setFile(std::shared_ptr<const gguf::File> file)
{
    beginResetModel();
    m_file = std::move(file);
    m_query.text.clear();
    m_query.typeId.reset();
    m_list = m_file ? arrange(*m_file, m_query) : TensorList();
    endResetModel();
}

void TensorModel::setFilter(const QString& text, std::optional<quint32> typeId)
{
    beginResetModel();
    m_query.text = text;
    m_query.typeId = typeId;
    m_list = m_file ? arrange(*m_file, m_query) : TensorList();
    endResetModel();
}

void TensorModel::setGrouped(bool grouped)
{
    beginResetModel();
    m_query.grouped = grouped;
    m_list = m_file ? arrange(*m_file, m_query) : TensorList();
    endResetModel();
}

void TensorModel::sort(int column, Qt::SortOrder order)
{
    m_query.sortColumn = column;
    m_query.order = order;
    if (m_file)
        rearrange();
}

/// The same tensors in another order: whoever holds an index keeps its tensor.
void TensorModel::rearrange()
{
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<QByteArray> groups;
    std::vector<int> tensors;
    for (const QModelIndex& index : before) {
        const TensorGroup* group = groupAt(index);
        groups.push_back(group ? group->name : QByteArray());
        tensors.push_back(group ? -1 : tensorAt(index));
    }
    m_list = arrange(*m_file, m_query);

    std::vector<int> rowOfTensor(m_file->tensors().size(), -1);
    std::vector<int> groupOfTensor(m_file->tensors().size(), -1);
    QHash<QByteArray, int> rowOfGroup;
    for (size_t i = 0; i < m_list.groups.size(); ++i)
        rowOfGroup.insert(m_list.groups[i].name, int(i));
    if (!m_query.grouped) {
        for (size_t i = 0; i < m_list.order.size(); ++i)
            rowOfTensor[size_t(m_list.order[i])] = int(i);
    }
    for (size_t g = 0; g < m_list.groups.size(); ++g) {
        for (int i = 0; i < m_list.groups[g].count; ++i) {
            const auto tensor = size_t(m_list.order[size_t(m_list.groups[g].first) + size_t(i)]);
            rowOfTensor[tensor] = i;
            groupOfTensor[tensor] = int(g);
        }
    }
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i) {
        const int tensor = tensors[size_t(i)];
        after.append(tensor < 0 ? createIndex(rowOfGroup.value(groups[size_t(i)]), before[i].column(), quintptr(0))
                                : createIndex(rowOfTensor[size_t(tensor)], before[i].column(),
                                              quintptr(groupOfTensor[size_t(tensor)]) + 1));
    }
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

// The internal id of an index is 0 at the top level, else 1 + the row of its group.

const TensorGroup* TensorModel::groupAt(const QModelIndex& index) const
{
    const bool isGroup = m_query.grouped && index.isValid() && index.internalId() == 0;
    return isGroup ? &m_list.groups[size_t(index.row())] : nullptr;
}

int TensorModel::tensorAt(const QModelIndex& index) const
{
    if (!index.isValid() || groupAt(index))
        return -1;
    const int first = index.internalId() == 0 ? 0 : m_list.groups[size_t(index.internalId() - 1)].first;
    return m_list.order[size_t(first) + size_t(index.row())];
}

QModelIndex TensorModel::indexOf(int tensor, int column) const
{
    const auto found = std::find(m_list.order.begin(), m_list.order.end(), tensor);
    if (found == m_list.order.end())
        return {};
    const int place = int(found - m_list.order.begin());
    if (!m_query.grouped)
        return createIndex(place, column, quintptr(0));
    const auto group = std::find_if(m_list.groups.begin(), m_list.groups.end(), [place](const TensorGroup& g) {
        return place >= g.first && place < g.first + g.count;
    });
    return createIndex(place - group->first, column, quintptr(group - m_list.groups.begin()) + 1);
}

TensorTotals TensorModel::totals(const QModelIndexList& indexes) const
{
    TensorTotals totals;
    std::vector<bool> counted(m_list.order.size());
    const auto count = [&](int place) {
        if (!counted[size_t(place)])
            totals.add(m_file->tensors()[size_t(m_list.order[size_t(place)])]);
        counted[size_t(place)] = true;
    };
    for (const QModelIndex& index : indexes) {
        if (const TensorGroup* group = groupAt(index)) {
            for (int i = 0; i < group->count; ++i)
                count(group->first + i);
        } else if (index.isValid()) {
            const int first = index.internalId() == 0 ? 0 : m_list.groups[size_t(index.internalId() - 1)].first;
            count(first + index.row());
        }
    }
    return totals;
}

TensorTotals TensorModel::shownTotals() const
{
    TensorTotals totals;
    for (const int tensor : m_list.order)
        totals.add(m_file->tensors()[size_t(tensor)]);
    return totals;
}

QString TensorModel::widestText(int column) const
{
    if (!m_file)
        return {};
    QString widest;
    quint64 elements = 0; // of all: a group shows sums
    quint64 offset = 0;
    for (const gguf::TensorInfo& tensor : m_file->tensors()) {
        elements += tensor.elements;
        offset = std::max(offset, tensor.offset);
        if (column != ShapeColumn && column != TypeColumn)
            continue;
        if (const QString text = tensorText(tensor, column); text.size() > widest.size())
            widest = text;
    }
    switch (column) {
    case ElementsColumn:
        return formatCount(elements);
    case BytesColumn:
        return formatBytes(88'800'000); // no size has more digits
    case BitsPerWeightColumn:
        return formatBitsPerWeight(32);
    case OffsetColumn:
        return formatCount(offset);
    default:
        return widest;
    }
}

QModelIndex TensorModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row() + 1) : quintptr(0));
}

QModelIndex TensorModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == 0)
        return {};
    return createIndex(int(index.internalId()) - 1, 0, quintptr(0));
}

int TensorModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return m_query.grouped ? int(m_list.groups.size()) : int(m_list.order.size());
    const TensorGroup* group = parent.column() == 0 ? groupAt(parent) : nullptr;
    return group ? group->count : 0;
}

int TensorModel::columnCount(const QModelIndex& parent) const
{
    Q_UNUSED(parent)
    return TensorColumnCount;
}

QVariant TensorModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int column = index.column();
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft));
    if (const TensorGroup* group = groupAt(index))
        return role == Qt::DisplayRole || role == FullTextRole ? groupText(*group, column) : QVariant();
    const gguf::TensorInfo& tensor = m_file->tensors()[size_t(tensorAt(index))];
    switch (role) {
    case Qt::DisplayRole:
        return tensorText(tensor, column);
    case Qt::ToolTipRole:
        return plainToolTip(toolTip(tensor, column));
    case FullTextRole:
        return fullText(tensor, column);
    default:
        return {};
    }
}

QString TensorModel::groupText(const TensorGroup& group, int column) const
{
    switch (column) {
    case NameColumn:
        return tr("%1 (%2)", "layer (number of its tensors)")
            .arg(group.name.isEmpty() ? tr("no layer") : gguf::escaped(group.name), formatCount(quint64(group.count)));
    case ElementsColumn:
        return formatCount(group.totals.elements);
    case BytesColumn:
        return formatBytes(group.totals.bytes);
    case BitsPerWeightColumn:
        return formatBitsPerWeight(group.totals.bitsPerWeight());
    default:
        return {};
    }
}

QString TensorModel::tensorText(const gguf::TensorInfo& tensor, int column) const
{
    switch (column) {
    case NameColumn:
        return gguf::escaped(tensor.name);
    case ShapeColumn:
        return tensor.dimensions == 0 ? tr("scalar") : joined(tensor, QStringLiteral(" × "));
    case TypeColumn:
        return quant::typeName(tensor.typeId);
    case ElementsColumn:
        return formatCount(tensor.elements);
    case BytesColumn:
        return tensor.bytes > 0 ? formatBytes(tensor.bytes) : noNumber();
    case BitsPerWeightColumn:
        return formatBitsPerWeight(gguf::bitsPerWeight(tensor));
    case OffsetColumn:
        return tensor.offset > 0 ? formatCount(tensor.offset) : noNumber();
    default:
        return formatCount(quint64(tensor.shard) + 1);
    }
}

QString TensorModel::fullText(const gguf::TensorInfo& tensor, int column) const
{
    switch (column) {
    case ShapeColumn:
        return joined(tensor, QStringLiteral("x"));
    case ElementsColumn:
        return QString::number(tensor.elements);
    case BytesColumn:
        return QString::number(tensor.bytes);
    case BitsPerWeightColumn:
        return QString::number(gguf::bitsPerWeight(tensor), 'f', 4);
    case OffsetColumn:
        return QString::number(tensor.offset);
    default:
        return tensorText(tensor, column);
    }
}

QString TensorModel::toolTip(const gguf::TensorInfo& tensor, int column) const
{
    if (column == BytesColumn)
        return tensor.bytes > 0 ? tr("%1 bytes").arg(formatCount(tensor.bytes)) : tr("The size is not known.");
    if (column == OffsetColumn)
        return tr("0x%1, from the start of the shard's file").arg(tensor.offset, 0, 16);
    if (column == ShapeColumn)
        return tr("The first number is the row length: its values lie next to each other.");
    return tensor.inFile ? gguf::escaped(tensor.name)
                         : tr("%1\nIts data is not in the file, or of unknown size.").arg(gguf::escaped(tensor.name));
}

QVariant TensorModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= TensorColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    const QString titles[] = {tr("Name"),  tr("Shape"),       tr("Type"),   tr("Elements"),
                              tr("Bytes"), tr("Bits/weight"), tr("Offset"), tr("Shard")};
    return titles[section];
}

} // namespace lacuna::models
