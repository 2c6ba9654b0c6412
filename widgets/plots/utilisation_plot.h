// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/step_plot.h"

#include <vector>

namespace lacuna::widgets {

/// How busy each worker thread was in each step: one lane per thread, filled as far as it worked.
class UtilisationPlot : public StepPlot {
    Q_OBJECT
public:
    explicit UtilisationPlot(const models::StepSeries& series, QWidget* parent = nullptr);

    QString summary() const override; ///< "threads 97 % busy", on average
    QString reading(int step, double y) const override; ///< of the lane at `y`, else of all

protected:
    void showData() override;
    void showColors() override;

private:
    void setLanes(int lanes);

    std::vector<QCPGraph*> m_lanes; ///< one per thread, each above a base line of its own
    std::vector<QCPGraph*> m_bases;
};

} // namespace lacuna::widgets
