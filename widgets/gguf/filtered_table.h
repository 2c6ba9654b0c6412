// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/job.h"
#include "widgets/models/lazy_table_model.h"
#include "widgets/models/row_query.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QTableView;

namespace lacuna::widgets {

/// A table of any length with a line to filter it. Filtering and sorting run on another thread; rows that are shown
/// stay until the new ones are there.
class FilteredTable : public QWidget {
    Q_OBJECT
public:
    /// `name`: of the table, for screen readers; `hint`: what can be typed into the filter.
    FilteredTable(const QString& name, const QString& hint, QWidget* parent = nullptr);

    void setTable(std::shared_ptr<const models::LazyTable> table); ///< null: empty
    void setColumnWidths(const QList<int>& characters) { m_widths = characters; }

    QTableView* view() const { return m_view; }
    QLineEdit* filter() const { return m_filter; }
    const models::LazyTableModel& model() const { return *m_model; }
    int currentRow() const; ///< of the table; -1: none
    void selectRow(int tableRow); ///< where it is shown

Q_SIGNALS:
    void currentRowChanged(int tableRow); ///< -1: none
    void rowActivated(int tableRow);
    void queryFinished(); ///< the rows that were last asked for are shown

protected:
    void changeEvent(QEvent* event) override;

private:
    void runQuery();
    void updateCount();

    QLineEdit* m_filter;
    QLabel* m_count;
    QTableView* m_view;
    models::LazyTableModel* m_model;
    Job* m_job;
    models::RowQuery m_query;
    QList<int> m_widths;
};

} // namespace lacuna::widgets
