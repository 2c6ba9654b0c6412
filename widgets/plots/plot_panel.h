// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/step_series.h"

#include <QTimer>
#include <QWidget>

#include <vector>

class QAction;
class QLabel;
class QStackedWidget;
class QTableView;

namespace lacuna::widgets {

class LatencyPlot;
class UtilisationPlot;

/// Per-step latency and thread utilisation of one answer, side by side, live while it is being made; the same data as a
/// table. Replots at most ten times a second, and only for new data.
class PlotPanel : public QWidget {
    Q_OBJECT
public:
    explicit PlotPanel(QWidget* parent = nullptr);
    ~PlotPanel() override;

    void setWaitingText(const QString& text); ///< shown while there are no frames
    void setFrames(const std::vector<diffusion::StepFramePtr>& frames); ///< of a finished answer; empty: nothing yet
    void addFrame(const diffusion::StepFramePtr& frame); ///< of an answer that is being made
    void finish(); ///< no more frames come
    void setCurrentStep(int step); ///< the step that is looked at, an index into the frames; -1: none
    QList<QAction*> menuActions() const; ///< show as table, export
    /// The panel as a picture, and its data.
    bool exportPng(const QString& path);
    bool exportCsv(const QString& path);

Q_SIGNALS:
    void exportFailed(const QString& message);

private:
    enum View { Plots, Table, Nothing }; ///< pages of the stack

    void refresh();
    void updateSummary();
    void updateView();
    void chooseExport(const QString& filter, const QString& suffix, bool (PlotPanel::*write)(const QString&));

    models::StepSeries m_series;
    std::vector<diffusion::StepFramePtr> m_new; // frames that the next refresh shows
    bool m_live = false; // frames are still coming
    LatencyPlot* m_latency;
    UtilisationPlot* m_utilisation;
    QTableView* m_table;
    QStackedWidget* m_stack;
    QLabel* m_waiting;
    QLabel* m_summary;
    QAction* m_showTable;
    QAction* m_exportPng;
    QAction* m_exportCsv;
    QTimer m_refresh; // single shot: armed by new data only
};

} // namespace lacuna::widgets
