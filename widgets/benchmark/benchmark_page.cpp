// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/benchmark/benchmark_page.h"

#include "widgets/benchmark/benchmark_setup.h"
#include "widgets/benchmark/record_view.h"
#include "widgets/common/cell_delegate.h"
#include "widgets/common/floating_column.h"
#include "widgets/common/message_bar.h"
#include "widgets/common/sort_header.h"
#include "widgets/common/vertical_scroll_area.h"
#include "widgets/models/benchmark/record_table.h"
#include "widgets/plots/plot_panel.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lacuna::widgets {

namespace {

/// As narrow as its content allows, in whatever font.
class SetupColumn : public VerticalScrollArea {
public:
    explicit SetupColumn(QWidget* parent)
        : VerticalScrollArea(parent)
    {
        setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Expanding);
    }

    QSize sizeHint() const override { return {contentWidth(), VerticalScrollArea::sizeHint().height()}; }
};

} // namespace

BenchmarkPage::BenchmarkPage(QWidget* parent)
    : QWidget(parent)
    , m_setup(new BenchmarkSetup(this))
    , m_messages(new MessageBar(this))
    , m_progressText(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_table(new benchmark::RecordTable(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_history(new QTableView(this))
    , m_stack(new QStackedWidget(this))
    , m_view(new RecordView(this))
    , m_live(new PlotPanel(this))
    , m_empty(new QLabel(this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
{
    buildActions();
    m_empty->setObjectName(QStringLiteral("benchmarkEmpty"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_live->setWaitingText(tr("Step times and thread use show here as soon as the first steps are measured."));
    m_empty->setWordWrap(true);
    for (QWidget* widget :
         {static_cast<QWidget*>(m_view), static_cast<QWidget*>(m_live), static_cast<QWidget*>(m_empty)})
        m_stack->addWidget(widget);
    m_splitter->addWidget(buildHistory());
    m_splitter->addWidget(m_stack);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setChildrenCollapsible(false);

    auto scroll = new VerticalScrollArea(this);
    scroll->setWidget(m_splitter);

    auto row = new QHBoxLayout(this);
    row->setContentsMargins(12, 12, 12, 12);
    row->setSpacing(12);
    row->addWidget(buildSetup());
    row->addWidget(scroll, 1);
    m_messages->setObjectName(QStringLiteral("benchmarkMessages"));
    (new FloatingColumn(this, FloatingColumn::Edge::Bottom))->add(m_messages);
    connect(m_setup, &BenchmarkSetup::modelChanged, this, &BenchmarkPage::updateActions);
    finish();
}

QWidget* BenchmarkPage::buildSetup()
{
    m_progress->setObjectName(QStringLiteral("benchmarkProgress"));
    m_progress->setAccessibleName(tr("Progress of the measurement"));
    m_progress->setRange(0, 1000);
    m_progressText->setObjectName(QStringLiteral("benchmarkProgressText"));
    m_progressText->setWordWrap(true);
    m_progressText->setTextFormat(Qt::PlainText);
    auto buttons = new QHBoxLayout;
    for (QAction* action : {m_start, m_cancel}) {
        auto button = new QPushButton(action->iconText(), this);
        button->setObjectName(action->objectName() + QStringLiteral("Button"));
        button->setToolTip(action->toolTip());
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        connect(action, &QAction::changed, button, [button, action] { button->setEnabled(action->isEnabled()); });
        buttons->addWidget(button);
    }
    auto advice =
        new QLabel(tr("For figures that can be trusted, close other programs and plug the machine in."), this);
    advice->setWordWrap(true);
    advice->setForegroundRole(QPalette::PlaceholderText);

    auto content = new QWidget;
    auto column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 4, 0);
    column->setSpacing(10);
    column->addWidget(m_setup);
    column->addLayout(buttons);
    column->addWidget(m_progress);
    column->addWidget(m_progressText);
    column->addWidget(advice);
    column->addStretch();
    auto scroll = new SetupColumn(this);
    scroll->setObjectName(QStringLiteral("benchmarkSetupColumn"));
    scroll->setWidget(content);
    return scroll;
}

QWidget* BenchmarkPage::buildHistory()
{
    m_sorted->setSourceModel(m_table);
    m_sorted->setSortRole(benchmark::RecordTable::SortRole);
    m_history->setObjectName(QStringLiteral("benchmarkHistory"));
    m_history->setAccessibleName(tr("Measurements on this machine"));
    m_history->setHorizontalHeader(new SortHeader(m_history));
    m_history->setModel(m_sorted);
    m_history->setSortingEnabled(true);
    m_history->sortByColumn(benchmark::RecordTable::Time, Qt::DescendingOrder);
    m_history->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_history->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_history->setTabKeyNavigation(false);
    m_history->setShowGrid(false);
    m_history->setWordWrap(false);
    m_history->setItemDelegate(new CellDelegate(m_history));
    m_history->verticalHeader()->hide();
    m_history->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    QHeaderView* titles = m_history->horizontalHeader();
    titles->setHighlightSections(false);
    const auto fitColumns = [titles] { // at new rows a header does not look by itself
        titles->setSectionResizeMode(QHeaderView::ResizeToContents);
        titles->setSectionResizeMode(benchmark::RecordTable::Model, QHeaderView::Stretch);
    };
    fitColumns();
    connect(m_sorted, &QAbstractItemModel::rowsInserted, titles, fitColumns);
    m_history->setTextElideMode(Qt::ElideMiddle); // what differs in the names of models stands at their ends
    m_history->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_history->addActions({m_copy, m_export, m_remove});
    connect(m_history->selectionModel(), &QItemSelectionModel::selectionChanged, this, &BenchmarkPage::updateView);

    auto hint = new QLabel(tr("Select one to see it, two (with Ctrl) to compare them."), this);
    hint->setForegroundRole(QPalette::PlaceholderText);
    hint->setWordWrap(true);
    auto header = new QHBoxLayout;
    header->setSpacing(2);
    header->addStretch();
    for (QAction* action : {m_copy, m_export, m_import, m_remove}) {
        auto button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        header->addWidget(button);
    }
    auto content = new QWidget(this);
    auto column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(hint);
    column->addLayout(header);
    column->addWidget(m_history, 1);
    return content;
}

void BenchmarkPage::setModels(const QStringList& paths, const QString& current)
{
    m_setup->setModels(paths, current);
}

void BenchmarkPage::setEngineIdle(bool idle)
{
    m_idle = idle;
    updateActions();
}

void BenchmarkPage::setHistory(const std::vector<benchmark::KeptRecord>& oldestFirst)
{
    m_table->setRecords(oldestFirst);
    if (m_sorted->rowCount() > 0)
        m_history->selectRow(0);
    updateView();
}

void BenchmarkPage::addRecord(const benchmark::KeptRecord& record)
{
    m_table->add(record);
    m_history->selectRow(m_sorted->mapFromSource(m_table->index(0, 0)).row());
}

void BenchmarkPage::removeRecord(const QString& file)
{
    m_table->remove(file);
    updateView();
}

void BenchmarkPage::begin()
{
    m_running = true;
    m_messages->dismiss();
    m_live->setFrames({});
    m_progress->setValue(0);
    m_progress->show();
    m_progressText->setText(tr("Starting"));
    showStack();
    updateActions();
}

void BenchmarkPage::showProgress(const benchmark::Progress& progress)
{
    const bool isChecksum = progress.phase == benchmark::Progress::Phase::Checksum;
    const double fraction = isChecksum ? progress.fraction : (progress.test + progress.fraction) / progress.tests;
    m_progress->setValue(int(fraction * 1000));
    m_progressText->setText(benchmark::progressText(progress));
    if (progress.step == 0)
        m_live->setFrames({}); // another run begins
}

void BenchmarkPage::addFrame(const diffusion::StepFramePtr& frame)
{
    m_live->addFrame(frame);
}

void BenchmarkPage::finish()
{
    m_running = false;
    m_progress->hide();
    m_progressText->clear();
    updateView();
}

void BenchmarkPage::showError(const Error& error)
{
    m_messages->showMessage(MessageBar::Severity::Error, error.text(), error.subject);
}

void BenchmarkPage::showInformation(const QString& sentence)
{
    m_messages->showMessage(MessageBar::Severity::Information, sentence);
}

QByteArray BenchmarkPage::saveLayout() const
{
    return m_splitter->saveState();
}

void BenchmarkPage::restoreLayout(const QByteArray& state)
{
    m_splitter->restoreState(state);
}

std::vector<int> BenchmarkPage::selectedRows() const
{
    std::vector<int> rows;
    const QModelIndexList selected = m_history->selectionModel()->selectedRows();
    for (const QModelIndex& index : selected)
        rows.push_back(m_sorted->mapToSource(index).row());
    std::sort(rows.begin(), rows.end(),
              [this](int a, int b) { return m_table->at(a).record.time < m_table->at(b).record.time; });
    return rows;
}

std::vector<benchmark::Record> BenchmarkPage::allRecords() const
{
    std::vector<benchmark::Record> records;
    for (const benchmark::KeptRecord& kept : m_table->records())
        records.push_back(kept.record);
    return records;
}

void BenchmarkPage::updateView()
{
    const std::vector<int> rows = selectedRows();
    const auto record = [this, &rows](size_t i) {
        return m_table->at(rows[i]).record;
    };
    if (rows.size() == 1)
        m_view->showRecord(record(0), allRecords());
    else if (rows.size() == 2)
        m_view->showComparison(record(0), record(1), allRecords());
    else
        m_empty->setText(m_table->records().empty()
                             ? tr("Nothing has been measured yet.\nChoose a model on the left and start.")
                             : tr("Select one measurement, or two to compare them."));
    showStack();
    updateActions();
}

void BenchmarkPage::showStack()
{
    const size_t selected = selectedRows().size();
    QWidget* shown = selected == 1 || selected == 2 ? static_cast<QWidget*>(m_view) : m_empty;
    m_stack->setCurrentWidget(m_running ? m_live : shown);
}

} // namespace lacuna::widgets
