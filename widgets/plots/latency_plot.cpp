// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/latency_plot.h"

#include "widgets/models/formatting.h"
#include "widgets/plots/plot_theme.h"

#include <algorithm>

namespace lacuna::widgets {

namespace {

constexpr qsizetype PointsWithDots = 40; ///< with more of them the line is enough

} // namespace

LatencyPlot::LatencyPlot(const models::StepSeries& series, QWidget* parent)
    : StepPlot(series, tr("Time of each step"), parent)
    , m_names(makeNames())
    , m_line(addGraph())
    , m_median(makeLevel())
    , m_percentile95(makeLevel())
{
    yAxis->setLabel(tr("ms"));
    yAxis->ticker()->setTickCount(3); // the plot is low
    restyle();
    refresh(false);
}

QCPLegend* LatencyPlot::makeNames()
{
    auto names = new QCPLegend;
    plotLayout()->insertRow(1); // below the title
    plotLayout()->addElement(1, 0, names);
    plotLayout()->setRowStretchFactor(1, 0.001); // as low as it can be
    names->setLayer(legend->layer());
    names->setFillOrder(QCPLegend::foColumnsFirst);
    names->setBorderPen(Qt::NoPen);
    names->setBrush(Qt::NoBrush);
    names->setIconSize(18, 8);
    names->setMargins(QMargins(4, 0, 0, 0));
    return names;
}

QCPGraph* LatencyPlot::makeLevel()
{
    QCPGraph* level = addGraph();
    level->addToLegend(m_names);
    return level;
}

void LatencyPlot::placeLevel(QCPGraph* level, const QString& name, double ms)
{
    const auto& frames = series().frames();
    const double right = frames.empty() ? 0 : std::max(int(frames.size()), frames.back()->steps) + 1;
    level->setName(name);
    level->data()->set({QCPGraphData(0, ms), QCPGraphData(right, ms)}, true);
}

void LatencyPlot::showData()
{
    QVector<QCPGraphData> points;
    double highest = 0;
    for (const diffusion::StepFramePtr& frame : series().frames()) {
        const double ms = models::stepMs(*frame);
        points.append(QCPGraphData(frame->step + 1, ms));
        highest = std::max(highest, ms);
    }
    const bool any = !points.isEmpty();
    // a single step has no line to draw
    m_line->setScatterStyle(points.size() < PointsWithDots ? QCPScatterStyle(QCPScatterStyle::ssDisc, 4)
                                                           : QCPScatterStyle());
    m_line->data()->set(points, true);
    const double median = series().quantileMs(0.5);
    const double percentile95 = series().quantileMs(0.95);
    placeLevel(m_median, tr("median %1").arg(models::formatMilliseconds(median)), median);
    placeLevel(m_percentile95, tr("95 % below %1").arg(models::formatMilliseconds(percentile95)), percentile95);
    for (QCPLayerable* part : {static_cast<QCPLayerable*>(m_median), static_cast<QCPLayerable*>(m_percentile95),
                               static_cast<QCPLayerable*>(m_names)})
        part->setVisible(any);
    yAxis->setRange(0, highest > 0 ? highest * 1.08 : 1);
}

QString LatencyPlot::summary() const
{
    if (series().frames().empty())
        return {};
    return tr("median %1, 95 % below %2")
        .arg(models::formatMilliseconds(series().quantileMs(0.5)),
             models::formatMilliseconds(series().quantileMs(0.95)));
}

QString LatencyPlot::reading(int step, double y) const
{
    Q_UNUSED(y)
    const diffusion::StepFrame& frame = *series().frames()[size_t(step)];
    return tr("Step %1: %2 forward, %3 sampling, %4 rows computed")
        .arg(frame.step + 1)
        .arg(models::formatMilliseconds(frame.forwardMs), models::formatMilliseconds(frame.samplingMs),
             models::formatCount(quint64(frame.rowsComputed)));
}

void LatencyPlot::showColors()
{
    m_line->setPen(QPen(dataColor(palette()), 1.6));
    m_median->setPen(QPen(secondColor(palette()), 1.4));
    m_percentile95->setPen(QPen(secondColor(palette()), 1.4, Qt::DashLine));
    m_names->setFont(font());
    m_names->setTextColor(palette().color(QPalette::Text));
    for (int i = 0; i < m_names->itemCount(); ++i) { // set when they were added
        m_names->item(i)->setFont(font());
        m_names->item(i)->setTextColor(palette().color(QPalette::Text));
    }
}

} // namespace lacuna::widgets
