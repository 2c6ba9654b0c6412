// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/latency_plot.h"

#include "widgets/models/formatting.h"
#include "widgets/plots/plot_theme.h"

#include <algorithm>
#include <cmath>

namespace lacuna::widgets {

namespace {

void setLevel(QCPItemStraightLine* line, double y)
{
    line->point1->setCoords(0, y);
    line->point2->setCoords(1, y);
}

} // namespace

LatencyPlot::LatencyPlot(const models::StepSeries& series, QWidget* parent)
    : QCustomPlot(parent)
    , m_series(series)
    , m_line(addGraph())
    , m_median(new QCPItemStraightLine(this))
    , m_percentile95(new QCPItemStraightLine(this))
    , m_current(new QCPItemStraightLine(this))
{
    setAccessibleName(tr("Latency of each step"));
    setFocusPolicy(Qt::TabFocus);
    setMouseTracking(true);
    xAxis->setLabel(tr("Step"));
    yAxis->setLabel(tr("ms"));
    QSharedPointer<QCPAxisTickerFixed> whole(new QCPAxisTickerFixed);
    whole->setTickStep(1);
    whole->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
    xAxis->setTicker(whole);
    m_current->setVisible(false);
    restyle();
    refresh();
}

void LatencyPlot::refresh()
{
    QVector<QCPGraphData> points;
    double highest = 0;
    for (const diffusion::StepFramePtr& frame : m_series.frames()) {
        const double ms = models::stepMs(*frame);
        points.append(QCPGraphData(frame->step + 1, ms));
        highest = std::max(highest, ms);
    }
    const bool any = !points.isEmpty();
    // a single step has no line to draw
    m_line->setScatterStyle(points.size() < 40 ? QCPScatterStyle(QCPScatterStyle::ssDisc, 4) : QCPScatterStyle());
    m_line->data()->set(points, true);
    m_median->setVisible(any);
    m_percentile95->setVisible(any);
    setLevel(m_median, m_series.quantileMs(0.5));
    setLevel(m_percentile95, m_series.quantileMs(0.95));
    const int planned = any ? std::max(int(points.size()), m_series.frames().back()->steps) : 1;
    xAxis->setRange(0.5, planned + 0.5);
    yAxis->setRange(0, highest > 0 ? highest * 1.15 : 1);
    setAccessibleDescription(summary());
    replot(rpQueuedReplot);
}

void LatencyPlot::setCurrentStep(int step)
{
    const bool there = step >= 0 && step < int(m_series.frames().size());
    m_current->setVisible(there);
    if (there) {
        const double x = m_series.frames()[size_t(step)]->step + 1;
        m_current->point1->setCoords(x, 0);
        m_current->point2->setCoords(x, 1);
    }
    replot(rpQueuedReplot);
}

QString LatencyPlot::summary() const
{
    if (m_series.frames().empty())
        return {};
    return tr("median %1, 95 % below %2")
        .arg(models::formatMilliseconds(m_series.quantileMs(0.5)),
             models::formatMilliseconds(m_series.quantileMs(0.95)));
}

void LatencyPlot::restyle()
{
    applyTheme(*this, palette());
    m_line->setPen(QPen(dataColor(palette()), 1.6));
    m_median->setPen(QPen(secondColor(palette()), 1.4));
    m_percentile95->setPen(QPen(secondColor(palette()), 1.4, Qt::DashLine));
    m_current->setPen(QPen(palette().color(QPalette::Highlight), 1.4));
    replot(rpQueuedReplot);
}

void LatencyPlot::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        restyle();
    QCustomPlot::changeEvent(event);
}

void LatencyPlot::mouseMoveEvent(QMouseEvent* event)
{
    const auto& frames = m_series.frames();
    const auto index = std::lround(xAxis->pixelToCoord(event->position().x())) - 1;
    if (index >= 0 && index < long(frames.size()) && axisRect()->rect().contains(event->position().toPoint())) {
        const diffusion::StepFrame& frame = *frames[size_t(index)];
        Q_EMIT pointed(
            tr("Step %1: %2 forward, %3 sampling")
                .arg(frame.step + 1)
                .arg(models::formatMilliseconds(frame.forwardMs), models::formatMilliseconds(frame.samplingMs)));
    } else {
        Q_EMIT pointed({});
    }
    QCustomPlot::mouseMoveEvent(event);
}

void LatencyPlot::leaveEvent(QEvent* event)
{
    Q_EMIT pointed({});
    QCustomPlot::leaveEvent(event);
}

} // namespace lacuna::widgets
