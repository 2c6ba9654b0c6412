// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/benchmark/benchmark_plot.h"
#include "widgets/models/benchmark/record.h"

namespace lacuna::widgets {

/// Milliseconds of each step, a line a run; of two records in two colours.
class StepTimesPlot : public BenchmarkPlot {
    Q_OBJECT
public:
    explicit StepTimesPlot(QWidget* parent = nullptr);
    void setRecords(const std::vector<benchmark::Record>& records, const QStringList& names);

protected:
    void restyle() override;

private:
    std::vector<int> m_recordOfGraph;
};

} // namespace lacuna::widgets
