// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/tensor_values.h"

#include <qcustomplot.h>

namespace lacuna::widgets {

/// How a tensor's values are distributed, counts on a logarithmic scale: the tails are what one looks for.
class HistogramPlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit HistogramPlot(QWidget* parent = nullptr);

    void setHistogram(const models::Histogram& histogram);

protected:
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void restyle();

    models::Histogram m_histogram;
    QCPBars* m_bars;
};

} // namespace lacuna::widgets
