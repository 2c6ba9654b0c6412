// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/latency_plot.h"

#include "widgets/models/formatting.h"
#include "widgets/plots/plot_theme.h"

#include <algorithm>

namespace lacuna::widgets {

namespace {

constexpr int AxisRoom = 70; ///< beside the axes' rectangle, about
constexpr qsizetype PointsWithDots = 40; ///< with more of them the line is enough

} // namespace

LatencyPlot::LatencyPlot(const models::StepSeries& series, QWidget* parent)
    : StepPlot(series, tr("Time of each step"), parent)
    , m_line(addGraph())
    , m_median(makeLevel())
    , m_percentile95(makeLevel())
{
    yAxis->setLabel(tr("ms"));
    restyle();
    refresh(false);
}

/// Names stand on their lines: below them they would leave the plot where one slow step makes the others low.
LatencyPlot::Level LatencyPlot::makeLevel()
{
    Level level {new QCPItemStraightLine(this), new QCPItemText(this)};
    level.name->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
    level.name->setPadding(QMargins(3, 0, 3, 0));
    level.name->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    level.name->position->setTypeY(QCPItemPosition::ptPlotCoords);
    return level;
}

void LatencyPlot::placeLevel(const Level& level, const QString& name, double right, double ms, bool visible)
{
    level.line->setVisible(visible);
    level.line->point1->setCoords(0, ms);
    level.line->point2->setCoords(1, ms);
    level.name->setText(name);
    level.name->position->setCoords(right, ms);
    showNames();
}

/// Where both names have their half of the width; else the panel's summary still has the values.
void LatencyPlot::showNames()
{
    for (const Level& level : {m_median, m_percentile95}) {
        const int needed = QFontMetrics(level.name->font()).horizontalAdvance(level.name->text());
        level.name->setVisible(level.line->visible() && 2 * needed < width() - AxisRoom);
    }
}

void LatencyPlot::resizeEvent(QResizeEvent* event)
{
    StepPlot::resizeEvent(event);
    showNames();
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
    // side by side, since their lines may lie close together
    placeLevel(m_median, tr("median %1").arg(models::formatMilliseconds(median)), 0.5, median, any);
    placeLevel(m_percentile95, tr("95 % below %1").arg(models::formatMilliseconds(percentile95)), 1, percentile95, any);
    yAxis->setRange(0, highest > 0 ? highest * 1.3 : 1); // with room for a name above the highest step
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
    m_median.line->setPen(QPen(secondColor(palette()), 1.4));
    m_percentile95.line->setPen(QPen(secondColor(palette()), 1.4, Qt::DashLine));
    QColor ground = palette().color(QPalette::Base);
    ground.setAlphaF(0.8f);
    for (const Level& level : {m_median, m_percentile95}) {
        level.name->setFont(font());
        level.name->setColor(palette().color(QPalette::Text));
        level.name->setBrush(ground);
    }
}

} // namespace lacuna::widgets
