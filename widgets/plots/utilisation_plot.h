// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/step_series.h"

#include <qcustomplot.h>

namespace lacuna::widgets {

/// How busy each worker thread was in each step: one lane per thread, filled as far as it worked.
class UtilisationPlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit UtilisationPlot(const models::StepSeries& series, QWidget* parent = nullptr);

    void refresh(); ///< from the series, through a queued replot
    void setCurrentStep(int step); ///< index into the series, -1: none
    QString summary() const; ///< "threads 97 % busy on average", empty without steps

Q_SIGNALS:
    void pointed(const QString& reading); ///< what is under the pointer, empty: nothing

protected:
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void setLanes(int lanes);
    void restyle();

    const models::StepSeries& m_series;
    std::vector<QCPGraph*> m_lanes; ///< one per thread, each above a base line of its own
    std::vector<QCPGraph*> m_bases;
    QCPItemStraightLine* m_current;
};

} // namespace lacuna::widgets
