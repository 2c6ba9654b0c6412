// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/benchmark/scaling_plot.h"

#include "widgets/models/benchmark/report.h"
#include "widgets/models/formatting.h"

#include <algorithm>

namespace lacuna::widgets {

ScalingPlot::ScalingPlot(QWidget* parent)
    : BenchmarkPlot(tr("Speed by number of threads"), tr("Threads"), tr("Steps/s"), parent)
    , m_ideal(addGraph())
    , m_measured(addGraph())
    , m_spread(new QCPErrorBars(xAxis, yAxis))
{
    m_ideal->setName(tr("Ideal"));
    m_measured->setName(tr("Measured"));
    m_measured->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, 6));
    m_spread->setDataPlottable(m_measured);
    m_spread->removeFromLegend();
    QSharedPointer<QCPAxisTickerFixed> whole(new QCPAxisTickerFixed);
    whole->setTickStep(1);
    whole->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
    xAxis->setTicker(whole);
    legend->setVisible(true);
    axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignLeft | Qt::AlignTop);
}

void ScalingPlot::setPoints(const std::vector<benchmark::ScalingPoint>& points)
{
    QVector<double> threads;
    QVector<double> speeds;
    QVector<double> spreads;
    QVector<double> ideal;
    QStringList sentences;
    for (const benchmark::ScalingPoint& point : points) {
        threads << point.threads;
        speeds << point.stepsPerSecond.median;
        spreads << point.stepsPerSecond.spread;
        ideal << speeds.first() * point.threads / points.front().threads;
        sentences << tr("Threads: %1, steps/s: %2, %3 of the ideal")
                         .arg(point.threads)
                         .arg(benchmark::figureText(speeds.last()),
                              models::formatPercent(ideal.last() > 0 ? speeds.last() / ideal.last() : 0));
    }
    m_measured->setData(threads, speeds, true);
    m_ideal->setData(threads, ideal, true);
    m_spread->setData(spreads);
    const double highest = points.empty()
        ? 1
        : std::max(*std::max_element(speeds.begin(), speeds.end()), *std::max_element(ideal.begin(), ideal.end()));
    xAxis->setRange(0.5, points.empty() ? 1.5 : points.back().threads + 0.5);
    yAxis->setRange(0, std::max(highest * 1.25, 1e-6));
    describe(sentences.join(QLatin1Char('\n')));
}

void ScalingPlot::restyle()
{
    m_measured->setPen(QPen(recordColor(0), 1.6));
    m_ideal->setPen(QPen(palette().color(QPalette::PlaceholderText), 1.2, Qt::DashLine));
    m_spread->setPen(QPen(recordColor(0), 1.2));
}

} // namespace lacuna::widgets
