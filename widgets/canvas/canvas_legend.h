// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace lacuna::widgets {

/// What the cells of the canvas mean: one of each kind, painted as the canvas paints it, with words beside it.
class CanvasLegend : public QWidget {
    Q_OBJECT
public:
    explicit CanvasLegend(QWidget* parent = nullptr);
};

} // namespace lacuna::widgets
