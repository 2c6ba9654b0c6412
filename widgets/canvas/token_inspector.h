// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/step_frame.h"
#include "widgets/common/vertical_scroll_area.h"
#include "widgets/models/answer.h"

class QLabel;
class QTableWidget;

namespace lacuna::widgets {

/// What is known of one position of the canvas: token, id, the step in which it settled, confidence, and the candidates
/// of that moment. Numbers stand as text, so that keyboard and screen reader reach them.
class TokenInspector : public VerticalScrollArea {
    Q_OBJECT
public:
    explicit TokenInspector(QWidget* parent = nullptr);

    /// `frame` null or `position` -1: the hint what to do.
    void inspect(const diffusion::StepFramePtr& frame, int position, const models::PieceLookup& pieces);

private:
    QLabel* m_title;
    QLabel* m_facts;
    QTableWidget* m_candidates;
};

} // namespace lacuna::widgets
