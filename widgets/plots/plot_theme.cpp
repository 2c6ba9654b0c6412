// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/plot_theme.h"

#include <qcustomplot.h>

namespace lacuna::widgets {

void applyTheme(QCustomPlot& plot, const QPalette& palette)
{
    const QColor text = palette.color(QPalette::Text);
    QColor faint = text;
    faint.setAlphaF(0.12f);
    plot.setBackground(palette.color(QPalette::Base));
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
        axis->setLabelColor(text);
        axis->setTickLabelColor(text);
        axis->setLabelFont(plot.font());
        axis->setTickLabelFont(plot.font());
        axis->setBasePen(QPen(palette.color(QPalette::PlaceholderText)));
        axis->setTickPen(QPen(palette.color(QPalette::PlaceholderText)));
        axis->setSubTickPen(Qt::NoPen);
        axis->grid()->setPen(QPen(faint));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
}

QColor dataColor(const QPalette& palette)
{
    return palette.color(QPalette::Base).lightness() < 128 ? QColor(0x6f, 0xb1, 0xf0) : QColor(0x1f, 0x66, 0xb0);
}

QColor secondColor(const QPalette& palette)
{
    return palette.color(QPalette::Base).lightness() < 128 ? QColor(0xf0, 0xb0, 0x55) : QColor(0xb0, 0x66, 0x10);
}

} // namespace lacuna::widgets
