// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gguf/filtered_table.h"

#include "widgets/gguf/table_setup.h"
#include "widgets/models/formatting.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QVBoxLayout>

namespace lacuna::widgets {

FilteredTable::FilteredTable(const QString& name, const QString& hint, QWidget* parent)
    : QWidget(parent)
    , m_filter(new QLineEdit(this))
    , m_count(new QLabel(this))
    , m_view(new QTableView(this))
    , m_model(new models::LazyTableModel(this))
    , m_job(new Job(this))
{
    m_filter->setObjectName(QStringLiteral("filter"));
    m_filter->setPlaceholderText(hint);
    m_filter->setAccessibleName(tr("Filter: %1").arg(name));
    m_filter->setToolTip(tr("Shows the rows that have this text in any column, whatever the case."));
    m_filter->setClearButtonEnabled(true);
    m_count->setObjectName(QStringLiteral("count"));
    m_view->setObjectName(QStringLiteral("table"));
    m_view->setAccessibleName(name);
    m_view->setModel(m_model);
    setUpTable(m_view);

    auto line = new QHBoxLayout;
    line->addWidget(m_filter, 1);
    line->addWidget(m_count);
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(line);
    layout->addWidget(m_view, 1);

    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_query.text = text;
        runQuery();
    });
    connect(m_model, &models::LazyTableModel::sortRequested, this, [this](int column, Qt::SortOrder order) {
        m_query.sortColumn = column;
        m_query.order = order;
        runQuery();
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                Q_EMIT currentRowChanged(current.isValid() ? m_model->tableRow(current.row()) : -1);
            });
    connect(m_view, &QTableView::activated, this,
            [this](const QModelIndex& index) { Q_EMIT rowActivated(m_model->tableRow(index.row())); });
}

void FilteredTable::setTable(std::shared_ptr<const models::LazyTable> table)
{
    m_job->cancel();
    const bool isFirst = m_model->columnCount() == 0;
    m_model->setTable(std::move(table));
    if (isFirst)
        widgets::setColumnWidths(m_view->horizontalHeader(), m_widths);
    if (m_query.isTrivial())
        updateCount();
    else
        runQuery();
    Q_EMIT currentRowChanged(-1);
}

int FilteredTable::currentRow() const
{
    const QModelIndex current = m_view->currentIndex();
    return current.isValid() ? m_model->tableRow(current.row()) : -1;
}

void FilteredTable::selectRow(int tableRow)
{
    const int row = m_model->modelRow(tableRow);
    if (row < 0)
        return;
    m_view->selectRow(row);
    m_view->scrollTo(m_model->index(row, 0));
}

void FilteredTable::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    fitRowHeight(m_view);
    widgets::setColumnWidths(m_view->horizontalHeader(), m_widths);
}

void FilteredTable::runQuery()
{
    const auto table = m_model->table();
    if (!table)
        return;
    m_job->start<std::vector<int>>(
        [table, query = m_query](const Job::Control& control) { return findRows(*table, query, control.stop); },
        [this](const Result<std::vector<int>>& rows) {
            if (!rows)
                return;
            const int current = currentRow();
            m_model->setRows(m_query.isTrivial() ? std::nullopt : std::optional(*rows));
            // a reset of the model says nothing about the current row
            if (current >= 0 && m_model->modelRow(current) < 0)
                Q_EMIT currentRowChanged(-1);
            else if (current >= 0)
                selectRow(current);
            updateCount();
            Q_EMIT queryFinished();
        });
}

void FilteredTable::updateCount()
{
    const int all = m_model->table() ? m_model->table()->rows() : 0;
    const int shown = m_model->rowCount();
    m_count->setText(shown == all
                         ? models::formatCount(quint64(all))
                         : tr("%1 of %2").arg(models::formatCount(quint64(shown)), models::formatCount(quint64(all))));
}

} // namespace lacuna::widgets
