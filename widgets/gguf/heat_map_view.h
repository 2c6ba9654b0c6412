// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/tensor_values.h"

#include <QImage>
#include <QWidget>

namespace lacuna::widgets {

/// A tensor as an image, a cell of the heat map as a rectangle. Means are coloured on both sides of zero, magnitudes
/// from dark to light, over the range in which nearly all of them lie. The cell under the pointer, or that the arrow
/// keys lead to, is told in words.
class HeatMapView : public QWidget {
    Q_OBJECT
public:
    enum class Figure { Mean, RootMeanSquare, Largest };

    explicit HeatMapView(QWidget* parent = nullptr);

    void setHeatMap(models::HeatMap map); ///< an empty one: nothing to see
    void setFigure(Figure figure);
    QString cellText(int column, int row) const; ///< which values, and their figure
    QString legend() const; ///< what the colours mean; empty where there is nothing to see

    QSize sizeHint() const override { return {256, 256}; }
    QSize minimumSizeHint() const override { return {128, 96}; }

Q_SIGNALS:
    void described(const QString& text); ///< of the cell that is pointed at, else the legend

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    const std::vector<float>& figures() const;
    float figure(int column, int row) const;
    QColor color(float value) const;
    void render();
    void pointAt(QPoint cell);

    models::HeatMap m_map;
    Figure m_figure = Figure::RootMeanSquare;
    double m_low = 0; ///< the figure that is darkest; of means 0, the neutral one
    double m_high = 0; ///< the figure that has the strongest colour
    QPoint m_cell; ///< of the arrow keys
    QImage m_image; ///< a pixel a cell
};

} // namespace lacuna::widgets
