// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/step_series.h"

#include <qcustomplot.h>

namespace lacuna::widgets {

/// Milliseconds of each step as a line, with the median and the 95th percentile; the step that is looked at is marked.
class LatencyPlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit LatencyPlot(const models::StepSeries& series, QWidget* parent = nullptr);

    void refresh(); ///< from the series, through a queued replot
    void setCurrentStep(int step); ///< index into the series, -1: none
    QString summary() const; ///< "median 8.1 ms, 95 % below 9.0 ms", empty without steps

Q_SIGNALS:
    void pointed(const QString& reading); ///< what is under the pointer, empty: nothing

protected:
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void restyle();

    const models::StepSeries& m_series;
    QCPGraph* m_line;
    QCPItemStraightLine* m_median;
    QCPItemStraightLine* m_percentile95;
    QCPItemStraightLine* m_current;
};

} // namespace lacuna::widgets
