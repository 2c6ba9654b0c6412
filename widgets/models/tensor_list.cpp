// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/tensor_list.h"

#include "checked.h"
#include "gguf/summary.h"
#include "gguf/text.h"

#include <algorithm>
#include <limits>
#include <map>

namespace lacuna::models {

namespace {

using gguf::TensorInfo;

void addTo(quint64& sum, quint64 value)
{
    sum = checkedAdd(sum, value).value_or(std::numeric_limits<quint64>::max());
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

qsizetype digitsAt(QByteArrayView text)
{
    return std::find_if_not(text.begin(), text.end(), isDigit) - text.begin();
}

template<typename T>
int compare(const T& a, const T& b)
{
    return a < b ? -1 : b < a ? 1 : 0;
}

/// Compares tensors in one column, by what is in the file rather than by what is shown.
class TensorOrder {
public:
    TensorOrder(const gguf::File& file, int column)
        : m_column(column)
    {
        if (column == TypeColumn) {
            for (const TensorInfo& tensor : file.tensors())
                m_typeNames.try_emplace(tensor.typeId, quant::typeName(tensor.typeId));
        }
    }

    int operator()(const TensorInfo& a, const TensorInfo& b) const
    {
        switch (m_column) {
        case NameColumn:
            return compareNaturally(a.name, b.name);
        case ShapeColumn:
            return compare(a.shape, b.shape);
        case TypeColumn:
            return compare(m_typeNames.at(a.typeId), m_typeNames.at(b.typeId));
        case ElementsColumn:
            return compare(a.elements, b.elements);
        case BytesColumn:
            return compare(a.bytes, b.bytes);
        case BitsPerWeightColumn:
            return compare(gguf::bitsPerWeight(a), gguf::bitsPerWeight(b));
        case OffsetColumn:
            return compare(std::pair(a.shard, a.offset), std::pair(b.shard, b.offset));
        case ShardColumn:
            return compare(a.shard, b.shard);
        default:
            return 0;
        }
    }

    int operator()(const TensorGroup& a, const TensorGroup& b) const
    {
        switch (m_column) {
        case NameColumn:
            return compareNaturally(a.name, b.name);
        case ElementsColumn:
            return compare(a.totals.elements, b.totals.elements);
        case BytesColumn:
            return compare(a.totals.bytes, b.totals.bytes);
        case BitsPerWeightColumn:
            return compare(a.totals.bitsPerWeight(), b.totals.bitsPerWeight());
        case OffsetColumn:
            return compare(std::pair(a.shard, a.offset), std::pair(b.shard, b.offset));
        case ShardColumn:
            return compare(a.shard, b.shard);
        default: // a group has no shape and no type
            return 0;
        }
    }

private:
    int m_column;
    std::map<quint32, QString> m_typeNames;
};

std::vector<int> filtered(const gguf::File& file, const TensorQuery& query)
{
    std::vector<int> order;
    for (size_t i = 0; i < file.tensors().size(); ++i) {
        const TensorInfo& tensor = file.tensors()[i];
        if (query.typeId && tensor.typeId != *query.typeId)
            continue;
        if (query.text.isEmpty() || gguf::escaped(tensor.name).contains(query.text, Qt::CaseInsensitive))
            order.push_back(int(i));
    }
    return order;
}

/// Deals the tensors, in file order, out to groups.
std::vector<TensorGroup> groupsOf(const gguf::File& file, const std::vector<int>& order, std::vector<int>& groupOf)
{
    std::vector<TensorGroup> groups;
    QHash<QByteArrayView, int> numbers;
    groupOf.assign(file.tensors().size(), 0);
    for (const int tensor : order) {
        const TensorInfo& info = file.tensors()[size_t(tensor)];
        const QByteArrayView layer = layerOf(info.name);
        const int number = numbers.value(layer, int(groups.size()));
        if (number == int(groups.size())) {
            numbers.insert(layer, number);
            TensorGroup group;
            group.name = layer.toByteArray();
            group.offset = info.offset;
            group.shard = info.shard;
            groups.push_back(std::move(group));
        }
        groups[size_t(number)].totals.add(info);
        ++groups[size_t(number)].count;
        groupOf[size_t(tensor)] = number;
    }
    return groups;
}

} // namespace

void TensorTotals::add(const TensorInfo& tensor)
{
    ++tensors;
    addTo(elements, tensor.elements);
    addTo(bytes, tensor.bytes);
    if (tensor.bytes > 0)
        addTo(sizedElements, tensor.elements);
}

TensorList arrange(const gguf::File& file, const TensorQuery& query)
{
    TensorList list;
    list.order = filtered(file, query);
    std::vector<int> groupOf;
    if (query.grouped)
        list.groups = groupsOf(file, list.order, groupOf);

    const TensorOrder order(file, query.sortColumn);
    const int sign = query.order == Qt::AscendingOrder ? 1 : -1;
    if (query.sortColumn >= 0) {
        std::stable_sort(list.order.begin(), list.order.end(), [&](int a, int b) {
            return sign * order(file.tensors()[size_t(a)], file.tensors()[size_t(b)]) < 0;
        });
    }
    if (!query.grouped)
        return list;

    std::vector<int> ranked(list.groups.size()); // groups, by the number of them that groupOf knows
    for (size_t i = 0; i < ranked.size(); ++i)
        ranked[i] = int(i);
    std::stable_sort(ranked.begin(), ranked.end(),
                     [&](int a, int b) { return sign * order(list.groups[size_t(a)], list.groups[size_t(b)]) < 0; });
    std::vector<TensorGroup> groups;
    std::vector<int> next(ranked.size()); // where the next tensor of a group goes
    int first = 0;
    for (const int number : ranked) {
        TensorGroup& group = list.groups[size_t(number)];
        group.first = next[size_t(number)] = first;
        first += group.count;
        groups.push_back(std::move(group));
    }
    std::vector<int> dealt(list.order.size());
    for (const int tensor : list.order)
        dealt[size_t(next[size_t(groupOf[size_t(tensor)])]++)] = tensor;
    list.order = std::move(dealt);
    list.groups = std::move(groups);
    return list;
}

QByteArrayView layerOf(QByteArrayView name)
{
    for (qsizetype start = 0; start < name.size();) {
        const qsizetype dot = name.indexOf('.', start);
        const qsizetype end = dot < 0 ? name.size() : dot;
        const qsizetype digits = digitsAt(name.sliced(start));
        if (digits > 0 && start + digits == end)
            return name.first(end);
        start = end + 1;
    }
    return {};
}

int compareNaturally(QByteArrayView a, QByteArrayView b)
{
    while (!a.isEmpty() && !b.isEmpty()) {
        if (!isDigit(a[0]) || !isDigit(b[0])) {
            if (const int c = compare(uchar(a[0]), uchar(b[0])))
                return c;
            a = a.sliced(1);
            b = b.sliced(1);
            continue;
        }
        // of two numbers without leading zeros the one with more digits is larger
        const auto takeNumber = [](QByteArrayView& text) {
            while (text.size() > 1 && text[0] == '0' && isDigit(text[1]))
                text = text.sliced(1);
            const qsizetype digits = digitsAt(text);
            const QByteArrayView number = text.first(digits);
            text = text.sliced(digits);
            return number;
        };
        const QByteArrayView left = takeNumber(a);
        const QByteArrayView right = takeNumber(b);
        if (const int c = compare(left.size(), right.size()))
            return c;
        if (const int c = left.compare(right))
            return c;
    }
    return compare(a.size(), b.size());
}

} // namespace lacuna::models
