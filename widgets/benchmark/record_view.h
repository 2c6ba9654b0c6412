// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/benchmark/record.h"

#include <QWidget>

class QAction;
class QLabel;
class QTableWidget;
class QTabWidget;

namespace lacuna::widgets {

class DistributionPlot;
class MessageBar;
class ScalingPlot;
class StepTimesPlot;

/// One record, or two of them compared: figures as a table, charts, and what is to be held against them.
class RecordView : public QWidget {
    Q_OBJECT
public:
    explicit RecordView(QWidget* parent = nullptr);

    /// `newestFirst`: all records that there are, for the chart over numbers of threads.
    void showRecord(const benchmark::Record& record, const std::vector<benchmark::Record>& newestFirst);
    void showComparison(const benchmark::Record& a, const benchmark::Record& b,
                        const std::vector<benchmark::Record>& newestFirst);
    QString markdown() const { return m_markdown; } ///< of what is shown
    QList<QAction*> tabActions() const { return m_tabActions; } ///< for a menu: what the tabs do

private:
    void addTab(QWidget* content, const QString& title, const QString& actionText);
    void fillTable(const QStringList& titles, const std::vector<QStringList>& rows);
    void showNotices(const QStringList& sentences);
    void fillCharts(const std::vector<benchmark::Record>& shown, const QStringList& names,
                    const std::vector<benchmark::Record>& newestFirst);

    QLabel* m_facts;
    MessageBar* m_notices;
    QTabWidget* m_tabs;
    QTableWidget* m_table;
    StepTimesPlot* m_steps;
    DistributionPlot* m_distribution;
    ScalingPlot* m_scaling;
    QString m_markdown;
    QList<QAction*> m_tabActions;
};

} // namespace lacuna::widgets
