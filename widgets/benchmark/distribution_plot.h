// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/benchmark/benchmark_plot.h"
#include "widgets/models/benchmark/record.h"

namespace lacuna::widgets {

/// How often a step took how long; of two records bars beside each other.
class DistributionPlot : public BenchmarkPlot {
    Q_OBJECT
public:
    explicit DistributionPlot(QWidget* parent = nullptr);
    void setRecords(const std::vector<benchmark::Record>& records, const QStringList& names);

protected:
    void restyle() override;

private:
    std::vector<QCPBars*> m_bars;
};

} // namespace lacuna::widgets
