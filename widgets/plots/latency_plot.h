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
    void resizeEvent(QResizeEvent* event) override;

private:
    /// A level over all steps, with its name.
    struct Level {
        QCPItemStraightLine* line;
        QCPItemText* name;
    };
    Level makeLevel();
    void showNames();
    void placeLevel(const Level& level, const QString& name, double right, double ms, bool visible);

    QCPGraph* m_line;
    Level m_median;
    Level m_percentile95;
};

} // namespace lacuna::widgets
