// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/benchmark/benchmark_plot.h"
#include "widgets/models/benchmark/chart_data.h"

namespace lacuna::widgets {

/// Steps a second over the number of threads, with their spread, and the line that they would lie on if every thread
/// brought as much as the first.
class ScalingPlot : public BenchmarkPlot {
    Q_OBJECT
public:
    explicit ScalingPlot(QWidget* parent = nullptr);
    void setPoints(const std::vector<benchmark::ScalingPoint>& points);

protected:
    void restyle() override;

private:
    QCPGraph* m_ideal;
    QCPGraph* m_measured;
    QCPErrorBars* m_spread;
};

} // namespace lacuna::widgets
