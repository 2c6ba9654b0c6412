// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/step_frame.h"
#include "widgets/models/answer.h"

#include <QStringList>

namespace lacuna::widgets {

// What is known of one position of a frame, in words. `position`: from 0 to below the number of positions.

/// "Position 3: “ fox”"
QString positionTitle(const diffusion::StepFrame& frame, int position, const models::PieceLookup& pieces);
/// Token id, step in which it settled, confidence; a line each.
QStringList positionFacts(const diffusion::StepFrame& frame, int position);
/// Title, facts and the most probable tokens in one line, as a screen reader says them.
QString describePosition(const diffusion::StepFrame& frame, int position, const models::PieceLookup& pieces);

QString quotedPiece(const models::Piece& piece); ///< in quotation marks, escaped
QString probabilityText(float probability); ///< "93.1 %"

} // namespace lacuna::widgets
