// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

class QCustomPlot;

namespace lacuna::widgets {

/// Background, axes, grid and text of a plot in the colours of the palette; called again on every palette change.
void applyTheme(QCustomPlot& plot, const QPalette& palette);

/// Colours of data that read on both themes' base: a line, and a second thing beside it.
QColor dataColor(const QPalette& palette);
QColor secondColor(const QPalette& palette);

} // namespace lacuna::widgets
