// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/benchmark/step_times_plot.h"

#include "widgets/models/benchmark/report.h"

#include <algorithm>

namespace lacuna::widgets {

StepTimesPlot::StepTimesPlot(QWidget* parent)
    : BenchmarkPlot(tr("Time of each step"), tr("Step"), tr("ms"), parent)
{
}

void StepTimesPlot::setRecords(const std::vector<benchmark::Record>& records, const QStringList& names)
{
    clearGraphs();
    m_recordOfGraph.clear();
    size_t longest = 1;
    double highest = 0;
    QStringList sentences;
    for (size_t i = 0; i < records.size(); ++i) {
        for (const benchmark::Run& run : records[i].runs) {
            QVector<QCPGraphData> points;
            for (size_t step = 0; step < run.steps.size(); ++step) {
                points.append(QCPGraphData(double(step) + 1, run.steps[step].ms()));
                highest = std::max(highest, run.steps[step].ms());
            }
            longest = std::max(longest, run.steps.size());
            QCPGraph* graph = addGraph();
            graph->data()->set(points, true);
            graph->setName(names.value(qsizetype(i)));
            if (!m_recordOfGraph.empty() && m_recordOfGraph.back() == int(i))
                graph->removeFromLegend(); // one entry a record
            m_recordOfGraph.push_back(int(i));
        }
        if (const auto step = benchmark::summarise(records[i]).stepMs)
            sentences << tr("%1: median %2 ms, 95 % below %3 ms")
                             .arg(names.value(qsizetype(i)), benchmark::figureText(step->median),
                                  benchmark::figureText(step->p95));
    }
    legend->setVisible(records.size() > 1);
    xAxis->setRange(0.5, double(longest) + 0.5);
    yAxis->setRange(0, highest > 0 ? highest * 1.15 : 1);
    describe(sentences.join(QLatin1Char('\n')));
}

void StepTimesPlot::restyle()
{
    for (int i = 0; i < graphCount(); ++i) {
        QColor color = recordColor(m_recordOfGraph[size_t(i)]);
        color.setAlphaF(0.8F);
        const bool isSecond = m_recordOfGraph[size_t(i)] > 0; // not by colour alone
        graph(i)->setPen(QPen(color, 1.4, isSecond ? Qt::DashLine : Qt::SolidLine));
        const bool isPoint = graph(i)->data()->size() == 1;
        graph(i)->setScatterStyle(isPoint ? QCPScatterStyle(QCPScatterStyle::ssDisc, 5) : QCPScatterStyle());
    }
}

} // namespace lacuna::widgets
