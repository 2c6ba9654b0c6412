// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// INTERFACE SKETCH, the owner of widgets/canvas completes it.

#include "diffusion/step_frame.h"
#include "widgets/models/answer.h"

#include <QAbstractScrollArea>

namespace lacuna::widgets {

/// The answer while it is being made: every position a cell in flowing text, painted from immutable frames.
class DenoisingCanvas : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit DenoisingCanvas(QWidget* parent = nullptr);

    void setPieces(models::PieceLookup pieces); ///< bytes of token ids; kept until the next call
    void setFrame(diffusion::StepFramePtr frame); ///< null: empty
    void setAnimated(bool on); ///< short fades of cells that changed
    int selectedPosition() const; ///< -1: none
    void setSelectedPosition(int position);

Q_SIGNALS:
    void selectedPositionChanged(int position);
};

} // namespace lacuna::widgets
