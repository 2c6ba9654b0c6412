// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/benchmark/benchmark_plot.h"

#include "widgets/plots/plot_theme.h"

namespace lacuna::widgets {

BenchmarkPlot::BenchmarkPlot(const QString& name, const QString& xTitle, const QString& yTitle, QWidget* parent)
    : QCustomPlot(parent)
{
    setAccessibleName(name);
    setFocusPolicy(Qt::TabFocus);
    setMinimumHeight(160);
    xAxis->setLabel(xTitle);
    yAxis->setLabel(yTitle);
    applyTheme(*this, palette());
}

void BenchmarkPlot::describe(const QString& summary)
{
    setAccessibleDescription(summary);
    setToolTip(summary);
    restyleAll();
}

QColor BenchmarkPlot::recordColor(int record) const
{
    return record == 0 ? dataColor(palette()) : secondColor(palette());
}

void BenchmarkPlot::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        restyleAll();
    QCustomPlot::changeEvent(event);
}

void BenchmarkPlot::restyleAll()
{
    applyTheme(*this, palette());
    restyle();
    legend->setBrush(palette().color(QPalette::Base));
    legend->setTextColor(palette().color(QPalette::Text));
    legend->setFont(font());
    legend->setBorderPen(Qt::NoPen);
    replot(rpQueuedReplot);
}

} // namespace lacuna::widgets
