// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gguf/heat_map_view.h"

#include "widgets/models/formatting.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <tuple>
#include <utility>

namespace lacuna::widgets {

namespace {

struct Stop {
    double at;
    int red, green, blue;
};

// Both read without telling red from green. Magnitudes get lighter as they grow.
constexpr std::array s_magnitudes {
    Stop {0, 12, 16, 38},       Stop {0.25, 40, 62, 120}, Stop {0.5, 56, 118, 150},
    Stop {0.75, 120, 180, 130}, Stop {1, 250, 236, 140},
};
constexpr std::array s_signed {
    Stop {-1, 33, 102, 172},   Stop {-0.4, 122, 176, 214}, Stop {0, 240, 240, 238},
    Stop {0.4, 240, 164, 110}, Stop {1, 178, 74, 20},
};

QColor between(std::span<const Stop> stops, double at)
{
    at = std::clamp(at, stops.front().at, stops.back().at);
    size_t i = 1;
    while (i + 1 < stops.size() && at > stops[i].at)
        ++i;
    const Stop& a = stops[i - 1];
    const Stop& b = stops[i];
    const double share = (at - a.at) / (b.at - a.at);
    const auto mix = [share](int from, int to) {
        return int(std::lround(from + (to - from) * share));
    };
    return QColor(mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue));
}

/// The magnitudes between which 98 of 100 cells lie: one outlier must not make all others look alike.
std::pair<double, double> usualRange(const std::vector<float>& figures)
{
    std::vector<float> magnitudes;
    for (const float figure : figures) {
        if (std::isfinite(figure))
            magnitudes.push_back(std::abs(figure));
    }
    if (magnitudes.empty())
        return {0, 0};
    std::sort(magnitudes.begin(), magnitudes.end());
    const size_t last = magnitudes.size() - 1;
    const double high = double(magnitudes[last - last / 100]);
    return {double(magnitudes[last / 100]), high > 0 ? high : double(magnitudes[last])};
}

} // namespace

HeatMapView::HeatMapView(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Heat map of the values"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void HeatMapView::setHeatMap(models::HeatMap map)
{
    m_map = std::move(map);
    render();
}

void HeatMapView::setFigure(Figure figure)
{
    m_figure = figure;
    render();
}

const std::vector<float>& HeatMapView::figures() const
{
    switch (m_figure) {
    case Figure::Mean:
        return m_map.mean;
    case Figure::RootMeanSquare:
        return m_map.rootMeanSquare;
    case Figure::Largest:
        break;
    }
    return m_map.largest;
}

QColor HeatMapView::color(float value) const
{
    if (!std::isfinite(value))
        return QColor(200, 0, 200); // NaN and infinities must be seen
    const double flat = m_figure == Figure::Mean ? 0 : 0.5; // where all cells are alike
    const double at = m_high > m_low ? (double(value) - m_low) / (m_high - m_low) : flat;
    return m_figure == Figure::Mean ? between(s_signed, at) : between(s_magnitudes, at);
}

float HeatMapView::figure(int column, int row) const
{
    return figures()[size_t(row) * size_t(m_map.columns) + size_t(column)];
}

void HeatMapView::render()
{
    std::tie(m_low, m_high) = usualRange(figures());
    if (m_figure == Figure::Mean)
        m_low = 0; // colours to both sides of it
    m_image = QImage(m_map.columns, m_map.rows, QImage::Format_RGB32);
    for (int row = 0; row < m_map.rows; ++row) {
        for (int column = 0; column < m_map.columns; ++column)
            m_image.setPixelColor(column, row, color(figure(column, row)));
    }
    m_cell = {};
    setAccessibleDescription(legend());
    Q_EMIT described(legend());
    update();
}

QString HeatMapView::legend() const
{
    if (m_map.rows == 0)
        return {};
    const QString cells = tr("%1 × %2 cells.").arg(m_map.columns).arg(m_map.rows);
    const QString high = QString::number(m_high, 'g', 3);
    return m_figure == Figure::Mean ? tr("%1 Blue −%2, orange %2.").arg(cells, high)
                                    : tr("%1 Dark %2, light %3.").arg(cells, QString::number(m_low, 'g', 3), high);
}

QString HeatMapView::cellText(int column, int row) const
{
    const auto range = [](int cell, int cells, quint64 values) {
        const auto begin = [=](int c) {
            return (quint64(c) * values + quint64(cells) - 1) / quint64(cells);
        };
        const quint64 first = begin(cell);
        const quint64 last = begin(cell + 1) - 1;
        return first == last ? QString::number(first) : QStringLiteral("%1–%2").arg(first).arg(last);
    };
    const float value = figure(column, row);
    return tr("Row %1, column %2: %3")
        .arg(range(row, m_map.rows, m_map.valuesDown), range(column, m_map.columns, m_map.valuesAcross),
             std::isfinite(value) ? QString::number(double(value), 'g', 5) : tr("no finite value"));
}

void HeatMapView::paintEvent(QPaintEvent* event)
{
    Q_UNUSED(event)
    QPainter painter(this);
    if (m_map.rows == 0)
        return;
    painter.drawImage(rect(), m_image); // not smoothed: a cell is a rectangle
    if (!hasFocus())
        return;
    const QRectF cell(double(m_cell.x()) * width() / m_map.columns, double(m_cell.y()) * height() / m_map.rows,
                      double(width()) / m_map.columns, double(height()) / m_map.rows);
    // black around white is seen on any colour
    painter.setPen(QPen(Qt::black, 3));
    painter.drawRect(cell.adjusted(-3, -3, 3, 3));
    painter.setPen(QPen(Qt::white, 1));
    painter.drawRect(cell.adjusted(-3, -3, 3, 3));
}

void HeatMapView::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint at = event->position().toPoint();
    if (m_map.rows > 0 && rect().contains(at))
        Q_EMIT described(cellText(at.x() * m_map.columns / width(), at.y() * m_map.rows / height()));
}

void HeatMapView::leaveEvent(QEvent* event)
{
    Q_EMIT described(legend());
    QWidget::leaveEvent(event);
}

void HeatMapView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return pointAt(m_cell - QPoint(1, 0));
    case Qt::Key_Right:
        return pointAt(m_cell + QPoint(1, 0));
    case Qt::Key_Up:
        return pointAt(m_cell - QPoint(0, 1));
    case Qt::Key_Down:
        return pointAt(m_cell + QPoint(0, 1));
    default:
        QWidget::keyPressEvent(event);
    }
}

void HeatMapView::pointAt(QPoint cell)
{
    if (m_map.rows == 0)
        return;
    m_cell = {std::clamp(cell.x(), 0, m_map.columns - 1), std::clamp(cell.y(), 0, m_map.rows - 1)};
    const QString text = cellText(m_cell.x(), m_cell.y());
    setAccessibleDescription(text);
    Q_EMIT described(text);
    update();
}

} // namespace lacuna::widgets
