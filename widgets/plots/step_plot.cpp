// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/step_plot.h"

#include "widgets/plots/plot_theme.h"

#include <QAccessible>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lacuna::widgets {

StepPlot::StepPlot(const models::StepSeries& series, const QString& title, QWidget* parent)
    : QCustomPlot(parent)
    , m_series(series)
    , m_title(new QCPTextElement(this, title))
    , m_mark(new QCPItemStraightLine(this))
{
    setAccessibleName(title);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    m_title->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
    m_title->setMargins(QMargins(4, 0, 0, 0));
    plotLayout()->insertRow(0);
    plotLayout()->addElement(0, 0, m_title);
    plotLayout()->setRowSpacing(2);
    xAxis->setLabel(tr("Step"));
    xAxis->setLabelPadding(1);
    yAxis->setLabelPadding(2);
    QSharedPointer<QCPAxisTickerFixed> whole(new QCPAxisTickerFixed);
    whole->setTickStep(1);
    whole->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
    xAxis->setTicker(whole);
    m_mark->setVisible(false);
}

void StepPlot::refresh(bool live)
{
    showData();
    const auto& frames = m_series.frames();
    const int planned = live && !frames.empty() ? frames.back()->steps : 1;
    xAxis->setRange(0.5, std::max(int(frames.size()), planned) + 0.5);
    m_keyStep = std::min(m_keyStep, int(frames.size()) - 1);
    placeMark();
    setAccessibleDescription(summary());
    replot(rpQueuedReplot);
}

void StepPlot::setCurrentStep(int step)
{
    if (step == m_current)
        return;
    m_current = step;
    placeMark();
    replot(rpQueuedReplot);
}

void StepPlot::placeMark()
{
    const int step = m_keyStep >= 0 ? m_keyStep : m_current;
    const bool there = step >= 0 && step < int(m_series.frames().size());
    m_mark->setVisible(there);
    if (!there)
        return;
    const double x = m_series.frames()[size_t(step)]->step + 1;
    m_mark->point1->setCoords(x, 0);
    m_mark->point2->setCoords(x, 1);
}

void StepPlot::restyle()
{
    applyTheme(*this, palette());
    m_title->setFont(font());
    m_title->setTextColor(palette().color(QPalette::Text));
    m_mark->setPen(QPen(palette().color(QPalette::Highlight), 1.4));
    showColors();
    replot(rpQueuedReplot);
}

void StepPlot::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        restyle();
    QCustomPlot::changeEvent(event);
}

void StepPlot::resizeEvent(QResizeEvent* event)
{
    constexpr int numberWidth = 70; ///< a tick's number with room around it
    xAxis->ticker()->setTickCount(std::clamp(width() / numberWidth, 1, 6));
    QCustomPlot::resizeEvent(event);
}

void StepPlot::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint at = event->position().toPoint();
    const auto step = std::lround(xAxis->pixelToCoord(at.x())) - 1;
    const bool there = step >= 0 && step < long(m_series.frames().size()) && axisRect()->rect().contains(at);
    Q_EMIT pointed(there ? reading(int(step), yAxis->pixelToCoord(at.y())) : QString());
    QCustomPlot::mouseMoveEvent(event);
}

void StepPlot::leaveEvent(QEvent* event)
{
    Q_EMIT pointed({});
    QCustomPlot::leaveEvent(event);
}

void StepPlot::keyPressEvent(QKeyEvent* event)
{
    const int last = int(m_series.frames().size()) - 1;
    const int from = m_keyStep >= 0 ? m_keyStep : m_current;
    switch (event->key()) {
    case Qt::Key_Left:
        return readAtKey(from < 0 ? last : std::max(from - 1, 0));
    case Qt::Key_Right:
        return readAtKey(std::min(from + 1, last));
    case Qt::Key_Home:
        return readAtKey(std::min(0, last));
    case Qt::Key_End:
        return readAtKey(last);
    default:
        QCustomPlot::keyPressEvent(event);
    }
}

void StepPlot::readAtKey(int step)
{
    if (step < 0)
        return;
    m_keyStep = step;
    placeMark();
    const QString text = reading(step, std::numeric_limits<double>::quiet_NaN());
    setAccessibleDescription(text); // which tells a screen reader, too
    Q_EMIT pointed(text);
    replot(rpQueuedReplot);
}

void StepPlot::focusInEvent(QFocusEvent* event)
{
    QCustomPlot::focusInEvent(event);
    update();
}

void StepPlot::focusOutEvent(QFocusEvent* event)
{
    m_keyStep = -1;
    placeMark();
    setAccessibleDescription(summary());
    Q_EMIT pointed({});
    replot(rpQueuedReplot);
    QCustomPlot::focusOutEvent(event);
}

void StepPlot::paintEvent(QPaintEvent* event)
{
    QCustomPlot::paintEvent(event);
    if (!hasFocus())
        return;
    QPainter painter(this);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

} // namespace lacuna::widgets
