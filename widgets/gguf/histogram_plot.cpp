// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gguf/histogram_plot.h"

#include "widgets/models/formatting.h"
#include "widgets/plots/plot_theme.h"

#include <algorithm>

namespace lacuna::widgets {

HistogramPlot::HistogramPlot(QWidget* parent)
    : QCustomPlot(parent)
    , m_bars(new QCPBars(xAxis, yAxis))
{
    setAccessibleName(tr("Histogram of the values"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(110);
    m_bars->setWidthType(QCPBars::wtPlotCoords);
    yAxis->setScaleType(QCPAxis::stLogarithmic);
    yAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
    yAxis->setNumberFormat(QStringLiteral("eb"));
    yAxis->setNumberPrecision(0);
    yAxis->ticker()->setTickCount(4);
    xAxis->ticker()->setTickCount(4);
    xAxis->setNumberFormat(QStringLiteral("g"));
    xAxis->setNumberPrecision(4);
    axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom | QCP::msTop | QCP::msRight);
    restyle();
}

void HistogramPlot::setHistogram(const models::Histogram& histogram)
{
    m_histogram = histogram;
    if (m_histogram.low == m_histogram.high && !m_histogram.counts.empty()) {
        // values that are all equal make one bar, which needs a width
        m_histogram.low -= 0.5;
        m_histogram.high += 0.5;
        m_histogram.counts.erase(m_histogram.counts.begin() + 1, m_histogram.counts.end());
    }
    const auto bins = qsizetype(m_histogram.counts.size());
    const double width = bins > 0 ? (m_histogram.high - m_histogram.low) / double(bins) : 1;
    quint64 most = 0;
    QVector<double> keys;
    QVector<double> counts;
    for (qsizetype i = 0; i < bins; ++i) {
        const quint64 count = m_histogram.counts[size_t(i)];
        most = std::max(most, count);
        keys.append(m_histogram.low + (double(i) + 0.5) * width);
        counts.append(std::max(double(count) - 0.5, 0.0)); // bars stand on 0.5
    }
    m_bars->setWidth(width);
    m_bars->setBaseValue(0.5); // a logarithmic axis has no 0; one value must still be seen
    m_bars->setData(keys, counts, true);
    xAxis->setRange(m_histogram.low, std::max(m_histogram.high, m_histogram.low + width));
    yAxis->setRange(0.5, std::max(2.0, double(most) * 1.5));
    m_bin = -1;
    setAccessibleDescription(summary());
    Q_EMIT described(summary());
    replot(rpQueuedReplot);
}

void HistogramPlot::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        restyle();
    QCustomPlot::changeEvent(event);
}

void HistogramPlot::mouseMoveEvent(QMouseEvent* event)
{
    const double at = (xAxis->pixelToCoord(event->pos().x()) - m_histogram.low) / m_bars->width();
    const bool there = at >= 0 && at < double(m_histogram.counts.size()) && axisRect()->rect().contains(event->pos());
    Q_EMIT described(there ? binText(int(at)) : summary());
    QCustomPlot::mouseMoveEvent(event);
}

void HistogramPlot::leaveEvent(QEvent* event)
{
    Q_EMIT described(summary());
    QCustomPlot::leaveEvent(event);
}

void HistogramPlot::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return readBin(m_bin - 1);
    case Qt::Key_Right:
        return readBin(m_bin + 1);
    case Qt::Key_Home:
        return readBin(0);
    case Qt::Key_End:
        return readBin(int(m_histogram.counts.size()) - 1);
    default:
        QCustomPlot::keyPressEvent(event);
    }
}

void HistogramPlot::readBin(int bin)
{
    if (m_histogram.counts.empty())
        return;
    m_bin = std::clamp(bin, 0, int(m_histogram.counts.size()) - 1);
    setAccessibleDescription(binText(m_bin)); // which tells a screen reader, too
    Q_EMIT described(binText(m_bin));
}

QString HistogramPlot::summary() const
{
    if (m_histogram.counts.empty())
        return {};
    return tr("%1 bins, up to %2 values in one")
        .arg(m_histogram.counts.size())
        .arg(models::formatCount(*std::max_element(m_histogram.counts.begin(), m_histogram.counts.end())));
}

QString HistogramPlot::binText(int bin) const
{
    const double low = m_histogram.low + bin * m_bars->width();
    return tr("%1 to %2: %3 values")
        .arg(low)
        .arg(low + m_bars->width())
        .arg(models::formatCount(m_histogram.counts[size_t(bin)]));
}

void HistogramPlot::restyle()
{
    applyTheme(*this, palette());
    const QColor color = dataColor(palette());
    m_bars->setBrush(color);
    m_bars->setPen(QPen(color, 0));
    replot(rpQueuedReplot);
}

} // namespace lacuna::widgets
