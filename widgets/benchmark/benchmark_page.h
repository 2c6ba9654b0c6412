// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/step_frame.h"
#include "error.h"
#include "widgets/models/benchmark/history.h"
#include "widgets/models/benchmark/progress.h"

#include <QWidget>

class QAction;
class QLabel;
class QProgressBar;
class QSortFilterProxyModel;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace lacuna::benchmark {
class RecordTable;
}

namespace lacuna::widgets {

class BenchmarkSetup;
class MessageBar;
class PlotPanel;
class RecordView;

/// Measures this machine: what to measure, the runs live, and the history of records, of which one is shown or two are
/// compared. Whoever owns the page measures, and keeps the records; the page asks for it by its signals.
class BenchmarkPage : public QWidget {
    Q_OBJECT
public:
    explicit BenchmarkPage(QWidget* parent = nullptr);

    void setModels(const QStringList& paths, const QString& current);
    /// Whether a measurement may start; false while the engine does something else.
    void setEngineIdle(bool idle);
    void setHistory(const std::vector<benchmark::KeptRecord>& oldestFirst);
    void addRecord(const benchmark::KeptRecord& record); ///< and show it
    void removeRecord(const QString& file);

    /// From the start of a measurement until finish().
    void begin();
    void showProgress(const benchmark::Progress& progress);
    void addFrame(const diffusion::StepFramePtr& frame);
    void finish();

    void showError(const Error& error);
    void showInformation(const QString& sentence);
    QList<QAction*> menuActions() const;
    QByteArray saveLayout() const;
    void restoreLayout(const QByteArray& state);

Q_SIGNALS:
    void startRequested(const QString& modelPath, const std::vector<lacuna::benchmark::Settings>& tests);
    void cancelRequested();
    void forgetRequested(const QString& file);
    void importRequested(const QString& path);
    void exportRequested(const QString& path, const std::vector<lacuna::benchmark::Record>& records);

private:
    void buildActions();
    QWidget* buildSetup();
    QWidget* buildHistory();
    void updateActions();
    void updateView();
    void showStack();
    std::vector<int> selectedRows() const; ///< of the record table, in the order of their times
    std::vector<benchmark::Record> allRecords() const;
    void start();
    void copyMarkdown();
    void chooseExport();
    void chooseImport();
    void askToRemove();

    BenchmarkSetup* m_setup;
    MessageBar* m_messages;
    QLabel* m_progressText;
    QProgressBar* m_progress;
    benchmark::RecordTable* m_table;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_history;
    QStackedWidget* m_stack;
    RecordView* m_view;
    PlotPanel* m_live;
    QLabel* m_empty;
    QSplitter* m_splitter;
    QAction* m_start;
    QAction* m_cancel;
    QAction* m_copy;
    QAction* m_export;
    QAction* m_import;
    QAction* m_remove;
    QList<QAction*> m_menuActions;
    bool m_idle = true;
    bool m_running = false;
};

} // namespace lacuna::widgets
