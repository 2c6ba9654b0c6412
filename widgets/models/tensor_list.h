// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"

#include <QHash>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace lacuna::models {

enum TensorColumn : int {
    NameColumn,
    ShapeColumn,
    TypeColumn,
    ElementsColumn,
    BytesColumn,
    BitsPerWeightColumn,
    OffsetColumn,
    ShardColumn,
    TensorColumnCount,
};

/// Which tensors to show, and how.
struct TensorQuery {
    QString text; ///< tensors whose escaped name has it, whatever the case; empty: all
    std::optional<quint32> typeId; ///< nothing: all types
    int sortColumn = -1; ///< a TensorColumn; -1: as they stand in the file
    Qt::SortOrder order = Qt::AscendingOrder;
    bool grouped = false; ///< by layer
};

/// Sums over tensors; those that do not fit 64 bits stop at the largest number.
struct TensorTotals {
    quint64 tensors = 0;
    quint64 elements = 0;
    quint64 bytes = 0;
    quint64 sizedElements = 0; ///< of the tensors whose size is known

    void add(const gguf::TensorInfo& tensor);
    double bitsPerWeight() const { return sizedElements > 0 ? 8 * double(bytes) / double(sizedElements) : 0; }
};

/// The tensors of one layer, next to each other in TensorList::order.
struct TensorGroup {
    QByteArray name; ///< "blk.12"; empty: the tensors of no layer
    int first = 0; ///< place in TensorList::order
    int count = 0;
    TensorTotals totals;
    quint64 offset = 0; ///< of the first one in the file
    int shard = 0; ///< of that one
};

/// Tensors in the order in which they are shown: numbers into File::tensors(), and the groups, none where not grouped.
struct TensorList {
    std::vector<int> order;
    std::vector<TensorGroup> groups;
};

TensorList arrange(const gguf::File& file, const TensorQuery& query);

/// The part of a tensor's name that says which layer it belongs to: everything up to its first number ("blk.12",
/// "v.blk.3"); empty where it has none.
QByteArrayView layerOf(QByteArrayView name);

/// Order of names as people count: blk.2 before blk.10. Negative, 0, positive as a stands before, with, after b.
int compareNaturally(QByteArrayView a, QByteArrayView b);

} // namespace lacuna::models
