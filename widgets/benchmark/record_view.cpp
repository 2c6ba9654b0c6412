// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/benchmark/record_view.h"

#include "widgets/benchmark/distribution_plot.h"
#include "widgets/benchmark/scaling_plot.h"
#include "widgets/benchmark/step_times_plot.h"
#include "widgets/common/cell_delegate.h"
#include "widgets/common/message_bar.h"
#include "widgets/models/benchmark/notices.h"
#include "widgets/models/benchmark/report.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QTabBar>
#include <QTabWidget>
#include <QTableWidget>
#include <QVBoxLayout>

namespace lacuna::widgets {

using namespace benchmark;

namespace {

QString timeText(const Record& record)
{
    return QLocale().toString(record.time.toLocalTime(), QLocale::ShortFormat);
}

QStringList sentencesOf(const Record& record)
{
    QStringList sentences;
    for (const Notice& notice : record.notices)
        sentences << noticeText(notice);
    return sentences;
}

} // namespace

RecordView::RecordView(QWidget* parent)
    : QWidget(parent)
    , m_facts(new QLabel(this))
    , m_notices(new MessageBar(this))
    , m_tabs(new QTabWidget(this))
    , m_table(new QTableWidget(this))
    , m_steps(new StepTimesPlot(this))
    , m_distribution(new DistributionPlot(this))
    , m_scaling(new ScalingPlot(this))
{
    m_facts->setObjectName(QStringLiteral("benchmarkFacts"));
    m_facts->setAccessibleName(tr("What was measured"));
    m_facts->setTextFormat(Qt::PlainText);
    m_facts->setWordWrap(true);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);

    m_table->setObjectName(QStringLiteral("benchmarkFigures"));
    m_table->setAccessibleName(tr("Figures"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setItemDelegate(new CellDelegate(m_table));
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setHighlightSections(false);

    m_tabs->setObjectName(QStringLiteral("benchmarkTabs"));
    m_tabs->setAccessibleName(tr("Results as table and charts"));
    m_tabs->tabBar()->setAccessibleName(m_tabs->accessibleName());
    m_tabs->setDocumentMode(true);
    addTab(m_table, tr("Figures"), tr("Show &Figures"));
    addTab(m_steps, tr("Step times"), tr("Show Step &Times"));
    addTab(m_distribution, tr("Distribution"), tr("Show &Distribution"));
    addTab(m_scaling, tr("Threads"), tr("Show T&hreads"));

    auto column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_notices);
    column->addWidget(m_facts);
    column->addWidget(m_tabs, 1);
}

void RecordView::addTab(QWidget* content, const QString& title, const QString& actionText)
{
    m_tabs->addTab(content, title);
    auto action = new QAction(actionText, this);
    connect(action, &QAction::triggered, this, [this, content] { m_tabs->setCurrentWidget(content); });
    m_tabActions << action;
}

void RecordView::showRecord(const Record& record, const std::vector<Record>& newestFirst)
{
    QStringList lines;
    for (const Fact& fact : facts(record))
        lines << tr("%1: %2").arg(fact.label, fact.value);
    m_facts->setText(lines.join(QLatin1Char('\n')));
    std::vector<QStringList> rows;
    for (const Figure& figure : figures(record))
        rows.push_back({figure.label, figure.unit, figureText(figure.estimate.median), figureText(figure.estimate.p95),
                        spreadText(figure.estimate)});
    fillTable({tr("Figure"), tr("Unit"), tr("Median"), tr("95 % below"), tr("Spread")}, rows);
    showNotices(sentencesOf(record));
    fillCharts({record}, {timeText(record)}, newestFirst);
    m_markdown = toMarkdown(record);
}

void RecordView::showComparison(const Record& a, const Record& b, const std::vector<Record>& newestFirst)
{
    const Comparison comparison = compare(a, b);
    const QString nameOfA = tr("A, %1").arg(timeText(a));
    const QString nameOfB = tr("B, %1").arg(timeText(b));
    QStringList lines {nameOfA + QStringLiteral(": ") + a.model.fileName,
                       nameOfB + QStringLiteral(": ") + b.model.fileName};
    if (!comparison.differences.isEmpty())
        lines << tr("Not alike in %1").arg(comparison.differences.join(QStringLiteral("; ")));
    m_facts->setText(lines.join(QLatin1Char('\n')));
    std::vector<QStringList> rows;
    for (const Comparison::Line& line : comparison.lines)
        rows.push_back({line.a.label, line.a.unit, figureText(line.a.estimate.median), spreadText(line.a.estimate),
                        figureText(line.b.estimate.median), spreadText(line.b.estimate), ratioText(line.ratio)});
    fillTable({tr("Figure"), tr("Unit"), tr("A"), tr("Spread of A"), tr("B"), tr("Spread of B"), tr("B / A")}, rows);
    QStringList sentences;
    for (const QString& sentence : sentencesOf(a))
        sentences << tr("A: %1").arg(sentence);
    for (const QString& sentence : sentencesOf(b))
        sentences << tr("B: %1").arg(sentence);
    showNotices(sentences);
    fillCharts({a, b}, {nameOfA, nameOfB}, newestFirst);
    m_markdown = toMarkdown(comparison, nameOfA, nameOfB);
}

void RecordView::fillTable(const QStringList& titles, const std::vector<QStringList>& rows)
{
    m_table->clear();
    m_table->setColumnCount(int(titles.size()));
    m_table->setRowCount(int(rows.size()));
    constexpr int firstNumber = 2; // after the figure's name and unit
    const auto alignment = [](int column) {
        return Qt::AlignVCenter | (column < firstNumber ? Qt::AlignLeft : Qt::AlignRight);
    };
    for (int column = 0; column < int(titles.size()); ++column) {
        auto title = new QTableWidgetItem(titles[column]);
        title->setTextAlignment(alignment(column));
        m_table->setHorizontalHeaderItem(column, title);
    }
    for (int row = 0; row < int(rows.size()); ++row) {
        for (int column = 0; column < int(titles.size()); ++column) {
            auto item = new QTableWidgetItem(rows[size_t(row)][column]);
            item->setTextAlignment(alignment(column));
            m_table->setItem(row, column, item);
        }
    }
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
}

void RecordView::showNotices(const QStringList& sentences)
{
    if (sentences.isEmpty())
        m_notices->dismiss();
    else
        m_notices->showMessage(MessageBar::Severity::Warning, sentences.join(QLatin1Char('\n')));
}

void RecordView::fillCharts(const std::vector<Record>& shown, const QStringList& names,
                            const std::vector<Record>& newestFirst)
{
    m_steps->setRecords(shown, names);
    m_distribution->setRecords(shown, names);
    m_scaling->setPoints(threadScaling(shown.front(), newestFirst));
}

} // namespace lacuna::widgets
