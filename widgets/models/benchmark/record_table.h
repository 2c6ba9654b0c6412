// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/benchmark/history.h"

#include <QAbstractTableModel>

namespace lacuna::benchmark {

/// The history as a table, the newest record first.
class RecordTable : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Time, Model, Test, Threads, StepMs, Spread, TokensPerSecond, Notes, ColumnCount };
    /// Numbers and times for sorting, beside the formatted text of Qt::DisplayRole.
    static constexpr int SortRole = Qt::UserRole;

    explicit RecordTable(QObject* parent = nullptr);

    void setRecords(std::vector<KeptRecord> oldestFirst);
    void add(const KeptRecord& record);
    void remove(const QString& file);
    const KeptRecord& at(int row) const { return m_records[size_t(row)]; }
    const std::vector<KeptRecord>& records() const { return m_records; } ///< newest first

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<KeptRecord> m_records;
};

} // namespace lacuna::benchmark
