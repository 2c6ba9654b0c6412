// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/answer.h"

#include <QByteArray>
#include <QJsonObject>

namespace lacuna::models {

/// An answer's small facts (settings, figures, mode, notices) as JSON; its text is stored beside it.
QJsonObject answerToJson(const Answer& answer);
/// Tolerant: what is missing or of another type stays at its default.
Answer answerFromJson(const QJsonObject& json);

/// The frames and pieces of an answer, compressed: of each frame only the positions that changed since the one before.
QByteArray packTrace(const Answer& answer);
/// Adds the trace to `answer`; false, and no trace, where the bytes are not what packTrace() made.
bool unpackTrace(const QByteArray& bytes, Answer& answer);

} // namespace lacuna::models
