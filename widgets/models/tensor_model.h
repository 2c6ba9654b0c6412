// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/tensor_list.h"

#include <QAbstractItemModel>

namespace lacuna::models {

/// The tensors of a file, as a flat list or under their layers. Keeps the order of the tensors; what they are is read
/// from the file's table. Sorts, filters and groups by itself, on raw numbers: a proxy would take several times as
/// long.
class TensorModel : public QAbstractItemModel {
    Q_OBJECT
public:
    using QAbstractItemModel::QAbstractItemModel;

    void setFile(std::shared_ptr<const gguf::File> file); ///< null: an empty model
    const std::shared_ptr<const gguf::File>& file() const { return m_file; }
    void setFilter(const QString& text, std::optional<quint32> typeId); ///< see TensorQuery
    void setGrouped(bool grouped);
    bool isGrouped() const { return m_query.grouped; }

    int tensorCount() const { return int(m_list.order.size()); } ///< that pass the filter
    /// The number, in File::tensors(), of the tensor at an index; -1 for a group.
    int tensorAt(const QModelIndex& index) const;
    /// Where a tensor is shown; invalid where it is not.
    QModelIndex indexOf(int tensor, int column = 0) const;
    /// Sums over the tensors at these indexes (of any columns), those of a group for a group; each counts once.
    TensorTotals totals(const QModelIndexList& indexes) const;
    TensorTotals shownTotals() const; ///< of all that pass the filter
    /// A text that takes as much room as any of this column does, whatever passes the filter; not of the names.
    QString widestText(int column) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override; ///< column -1: as in the file

private:
    void rearrange();
    const TensorGroup* groupAt(const QModelIndex& index) const;
    QString groupText(const TensorGroup& group, int column) const;
    QString tensorText(const gguf::TensorInfo& tensor, int column) const;
    QString fullText(const gguf::TensorInfo& tensor, int column) const;
    QString toolTip(const gguf::TensorInfo& tensor, int column) const;

    std::shared_ptr<const gguf::File> m_file;
    TensorQuery m_query;
    TensorList m_list;
};

} // namespace lacuna::models
