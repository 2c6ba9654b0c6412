// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/benchmark/distribution_plot.h"

#include "widgets/models/benchmark/chart_data.h"
#include "widgets/models/benchmark/report.h"

#include <algorithm>

namespace lacuna::widgets {

DistributionPlot::DistributionPlot(QWidget* parent)
    : BenchmarkPlot(tr("Distribution of step times"), tr("ms"), tr("Steps"), parent)
{
}

void DistributionPlot::setRecords(const std::vector<benchmark::Record>& records, const QStringList& names)
{
    clearPlottables();
    m_bars.clear();
    const benchmark::Distribution distribution = benchmark::distribution(records);
    const double width = distribution.width / double(std::max<size_t>(1, records.size()));
    int most = 1;
    size_t bins = 0;
    for (size_t i = 0; i < distribution.counts.size(); ++i) {
        const std::vector<int>& counts = distribution.counts[i];
        QVector<QCPBarsData> columns;
        for (size_t bin = 0; bin < counts.size(); ++bin) {
            const double at = distribution.low + double(bin) * distribution.width + (double(i) + 0.5) * width;
            columns.append(QCPBarsData(at, counts[bin]));
            most = std::max(most, counts[bin]);
        }
        bins = counts.size();
        auto bars = new QCPBars(xAxis, yAxis); // the plot owns it
        bars->setWidthType(QCPBars::wtPlotCoords);
        bars->setWidth(width * 0.95);
        bars->data()->set(columns, true);
        bars->setName(names.value(qsizetype(i)));
        m_bars.push_back(bars);
    }
    legend->setVisible(records.size() > 1);
    xAxis->setRange(distribution.low, distribution.low + std::max(1e-4, distribution.width * double(bins)));
    yAxis->setRange(0, most * 1.1);
    describe(bins == 0 ? QString()
                       : tr("%1 bins from %2 to %3 ms, up to %4 steps in one")
                             .arg(bins)
                             .arg(benchmark::figureText(distribution.low),
                                  benchmark::figureText(distribution.low + distribution.width * double(bins)))
                             .arg(most));
}

void DistributionPlot::restyle()
{
    for (size_t i = 0; i < m_bars.size(); ++i) {
        const QColor color = recordColor(int(i));
        m_bars[i]->setPen(QPen(color, 0));
        m_bars[i]->setBrush(i == 0 ? QBrush(color) : QBrush(color, Qt::Dense4Pattern)); // not by colour alone
    }
}

} // namespace lacuna::widgets
