// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/tensor_values.h"

#include <qcustomplot.h>

namespace lacuna::widgets {

/// How a tensor's values are distributed, counts on a logarithmic scale: the tails are what one looks for. The bin
/// under the pointer, or that the arrow keys lead to, is told in words.
class HistogramPlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit HistogramPlot(QWidget* parent = nullptr);

    void setHistogram(const models::Histogram& histogram);

Q_SIGNALS:
    void described(const QString& text); ///< of the bin under the pointer or at the keyboard, else of the whole

protected:
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void restyle();
    QString summary() const;
    QString binText(int bin) const;
    void readBin(int bin);

    models::Histogram m_histogram;
    int m_bin = -1; ///< of the arrow keys
    QCPBars* m_bars;
};

} // namespace lacuna::widgets
