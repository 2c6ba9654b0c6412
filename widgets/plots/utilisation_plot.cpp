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
/// More numbers than this at the axis would overlap.
constexpr int MostLaneNames = 8;

} // namespace

UtilisationPlot::UtilisationPlot(const models::StepSeries& series, QWidget* parent)
    : StepPlot(series, tr("How busy each thread was"), parent)
{
    yAxis->setLabel(tr("Thread"));
    yAxis->setRangeReversed(true); // the first thread on top, as in a list
    yAxis->grid()->setVisible(false);
    restyle();
    refresh(false);
}

void UtilisationPlot::setLanes(int lanes)
{
    if (lanes == int(m_lanes.size()))
        return;
    clearGraphs();
    m_lanes.clear();
    m_bases.clear();
    QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
    const int nameEvery = (lanes + MostLaneNames - 1) / MostLaneNames;
    for (int lane = 0; lane < lanes; ++lane) {
        m_bases.push_back(addGraph());
        m_lanes.push_back(addGraph());
        for (QCPGraph* graph : {m_bases.back(), m_lanes.back()})
            graph->setLineStyle(QCPGraph::lsStepCenter);
        m_lanes.back()->setChannelFillGraph(m_bases.back());
        if (lane % nameEvery == 0)
            names->addTick(lane + 0.5, QString::number(lane + 1));
    }
    yAxis->setTicker(names);
    yAxis->setRange(0, std::max(lanes, 1));
    restyle();
}

void UtilisationPlot::showData()
{
    setLanes(series().threads());
    const auto& frames = series().frames();
    for (int lane = 0; lane < int(m_lanes.size()); ++lane) {
        QVector<QCPGraphData> busy;
        QVector<QCPGraphData> base;
        const double bottom = lane + 0.5 + LaneFill / 2;
        for (const diffusion::StepFramePtr& frame : frames) {
            const double share =
                lane < int(frame->busyFractions.size()) ? double(frame->busyFractions[size_t(lane)]) : 0;
            // half a step to either side, so that the first and the last are as wide as the others
            for (const double x : {frame->step + 0.5, frame->step + 1.5})
                busy.append(QCPGraphData(x, bottom - LaneFill * std::clamp(share, 0.0, 1.0)));
        }
        if (!busy.isEmpty())
            base = {QCPGraphData(busy.front().key, bottom), QCPGraphData(busy.back().key, bottom)};
        m_lanes[size_t(lane)]->data()->set(busy, true);
        m_bases[size_t(lane)]->data()->set(base, true);
    }
}

QString UtilisationPlot::summary() const
{
    double sum = 0;
    size_t count = 0;
    for (const diffusion::StepFramePtr& frame : series().frames()) {
        for (const float busy : frame->busyFractions) {
            sum += double(busy);
            ++count;
        }
    }
    return count > 0 ? tr("threads %1 busy").arg(models::formatPercent(sum / double(count))) : QString();
}

QString UtilisationPlot::reading(int step, double y) const
{
    const diffusion::StepFrame& frame = *series().frames()[size_t(step)];
    const auto& busy = frame.busyFractions;
    if (!std::isnan(y)) {
        const auto lane = long(std::floor(y));
        if (lane < 0 || lane >= long(busy.size()))
            return {};
        return tr("Step %1, thread %2: %3 busy")
            .arg(frame.step + 1)
            .arg(lane + 1)
            .arg(models::formatPercent(double(busy[size_t(lane)])));
    }
    QStringList shares;
    for (const float share : busy)
        shares.append(models::formatPercent(double(share)));
    return tr("Step %1, busy threads: %2").arg(frame.step + 1).arg(shares.join(QStringLiteral(", ")));
}

void UtilisationPlot::showColors()
{
    QColor fill = dataColor(palette());
    fill.setAlphaF(0.55f);
    for (QCPGraph* lane : m_lanes) {
        lane->setPen(QPen(dataColor(palette())));
        lane->setBrush(fill);
    }
    for (QCPGraph* base : m_bases)
        base->setPen(QPen(palette().color(QPalette::PlaceholderText)));
}

} // namespace lacuna::widgets
