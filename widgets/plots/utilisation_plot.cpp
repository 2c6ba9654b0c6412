// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/utilisation_plot.h"

#include "widgets/models/formatting.h"
#include "widgets/plots/plot_theme.h"

#include <algorithm>
#include <cmath>

namespace lacuna::widgets {

namespace {

/// Of a lane's height, so that full lanes do not touch.
constexpr double LaneFill = 0.86;

} // namespace

UtilisationPlot::UtilisationPlot(const models::StepSeries& series, QWidget* parent)
    : QCustomPlot(parent)
    , m_series(series)
    , m_current(new QCPItemStraightLine(this))
{
    setAccessibleName(tr("How busy each thread was"));
    setFocusPolicy(Qt::TabFocus);
    setMouseTracking(true);
    xAxis->setLabel(tr("Step"));
    QSharedPointer<QCPAxisTickerFixed> whole(new QCPAxisTickerFixed);
    whole->setTickStep(1);
    whole->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
    xAxis->setTicker(whole);
    yAxis->setLabel(tr("Thread"));
    yAxis->setRangeReversed(true); // the first thread on top, as in a list
    yAxis->grid()->setVisible(false);
    m_current->setVisible(false);
    restyle();
    refresh();
}

void UtilisationPlot::setLanes(int lanes)
{
    if (lanes == int(m_lanes.size()))
        return;
    clearGraphs();
    m_lanes.clear();
    m_bases.clear();
    QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
    for (int lane = 0; lane < lanes; ++lane) {
        m_bases.push_back(addGraph());
        m_lanes.push_back(addGraph());
        for (QCPGraph* graph : {m_bases.back(), m_lanes.back()})
            graph->setLineStyle(QCPGraph::lsStepCenter);
        m_lanes.back()->setChannelFillGraph(m_bases.back());
        names->addTick(lane + 0.5, QString::number(lane + 1));
    }
    yAxis->setTicker(names);
    yAxis->setRange(0, std::max(lanes, 1));
    restyle();
}

void UtilisationPlot::refresh()
{
    setLanes(m_series.threads());
    const auto& frames = m_series.frames();
    for (int lane = 0; lane < int(m_lanes.size()); ++lane) {
        QVector<QCPGraphData> busy;
        QVector<QCPGraphData> base;
        const double bottom = lane + 0.5 + LaneFill / 2;
        for (const diffusion::StepFramePtr& frame : frames) {
            const double share =
                lane < int(frame->busyFractions.size()) ? double(frame->busyFractions[size_t(lane)]) : 0;
            // half a step to either side, so that the first and the last are as wide as the others
            for (const double x : {frame->step + 0.5, frame->step + 1.5}) {
                busy.append(QCPGraphData(x, bottom - LaneFill * std::clamp(share, 0.0, 1.0)));
                base.append(QCPGraphData(x, bottom));
            }
        }
        m_lanes[size_t(lane)]->data()->set(busy, true);
        m_bases[size_t(lane)]->data()->set(base, true);
    }
    const int planned = frames.empty() ? 1 : std::max(int(frames.size()), frames.back()->steps);
    xAxis->setRange(0.5, planned + 0.5);
    setAccessibleDescription(summary());
    replot(rpQueuedReplot);
}

void UtilisationPlot::setCurrentStep(int step)
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

QString UtilisationPlot::summary() const
{
    double sum = 0;
    size_t count = 0;
    for (const diffusion::StepFramePtr& frame : m_series.frames()) {
        for (const float busy : frame->busyFractions) {
            sum += double(busy);
            ++count;
        }
    }
    return count > 0 ? tr("threads %1 busy on average").arg(models::formatPercent(sum / double(count))) : QString();
}

void UtilisationPlot::restyle()
{
    applyTheme(*this, palette());
    QColor fill = dataColor(palette());
    fill.setAlphaF(0.55f);
    for (QCPGraph* lane : m_lanes) {
        lane->setPen(QPen(dataColor(palette())));
        lane->setBrush(fill);
    }
    for (QCPGraph* base : m_bases)
        base->setPen(QPen(palette().color(QPalette::PlaceholderText)));
    m_current->setPen(QPen(palette().color(QPalette::Highlight), 1.4));
    replot(rpQueuedReplot);
}

void UtilisationPlot::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        restyle();
    QCustomPlot::changeEvent(event);
}

void UtilisationPlot::mouseMoveEvent(QMouseEvent* event)
{
    const auto& frames = m_series.frames();
    const auto step = std::lround(xAxis->pixelToCoord(event->position().x())) - 1;
    const auto lane = long(std::floor(yAxis->pixelToCoord(event->position().y())));
    const bool there = step >= 0 && step < long(frames.size()) && lane >= 0
        && lane < long(frames[size_t(step)]->busyFractions.size())
        && axisRect()->rect().contains(event->position().toPoint());
    Q_EMIT pointed(there ? tr("Step %1, thread %2: %3 busy")
                               .arg(step + 1)
                               .arg(lane + 1)
                               .arg(models::formatPercent(double(frames[size_t(step)]->busyFractions[size_t(lane)])))
                         : QString());
    QCustomPlot::mouseMoveEvent(event);
}

void UtilisationPlot::leaveEvent(QEvent* event)
{
    Q_EMIT pointed({});
    QCustomPlot::leaveEvent(event);
}

} // namespace lacuna::widgets
