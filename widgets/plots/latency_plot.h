// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/step_plot.h"

namespace lacuna::widgets {

/// Milliseconds of each step as a line, with the median and the 95th percentile.
class LatencyPlot : public StepPlot {
    Q_OBJECT
public:
    explicit LatencyPlot(const models::StepSeries& series, QWidget* parent = nullptr);

    QString summary() const override; ///< "median 8.1 ms, 95 % below 9.0 ms"
    QString reading(int step, double y) const override;

protected:
    void showData() override;
    void showColors() override;

private:
    QCPLegend* makeNames();
    /// A level over all steps, named in the legend.
    QCPGraph* makeLevel();
    void placeLevel(QCPGraph* level, const QString& name, double ms);

    QCPLegend* m_names; ///< above the curve, which nothing may cover
    QCPGraph* m_line;
    QCPGraph* m_median;
    QCPGraph* m_percentile95;
};

} // namespace lacuna::widgets
