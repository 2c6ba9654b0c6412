// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// INTERFACE SKETCH, the owner of widgets/plots completes it.

#include "diffusion/step_frame.h"

#include <QWidget>

#include <vector>

namespace lacuna::widgets {

/// Per-step latency and thread utilisation of one answer, side by side; live while it is being made.
class PlotPanel : public QWidget {
    Q_OBJECT
public:
    explicit PlotPanel(QWidget* parent = nullptr);

    void setFrames(const std::vector<diffusion::StepFramePtr>& frames); ///< of a finished answer
    void clear(); ///< before a new answer
    void addFrame(const diffusion::StepFramePtr& frame); ///< replots at most ten times a second
    void setCurrentStep(int step); ///< the step that is looked at; -1: none
};

} // namespace lacuna::widgets
