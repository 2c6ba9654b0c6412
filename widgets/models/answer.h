// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// INTERFACE SKETCH, the owner of widgets/chat completes it.

#include "diffusion/step_frame.h"
#include "widgets/models/generation_settings.h"

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

namespace lacuna::models {

/// What showing a token takes; an answer keeps those of its ids so that it can be replayed without its model.
struct Piece {
    QByteArray bytes; ///< may be a part of a UTF-8 sequence
    bool special = false; ///< structure of the text, shown by name
};
using Pieces = QHash<TokenId, Piece>;
using PieceLookup = std::function<Piece(TokenId)>;

/// Honest figures of one answer.
struct AnswerFigures {
    int visibleTokens = 0; ///< tokens of the text that is shown, without what follows the end token
    int forwards = 0;
    qint64 rowsComputed = 0;
    double firstBlockMs = 0; ///< from the start until the first block was complete
    double totalMs = 0;
    double visibleTokensPerSecond() const { return totalMs > 0 ? visibleTokens * 1000.0 / totalMs : 0; }
};

/// An answer with all that is needed to look at every step again.
struct Answer {
    QString text;
    std::vector<diffusion::StepFramePtr> frames; ///< in order; may be empty (restored without them)
    Pieces pieces; ///< of every id that occurs in frames
    GenerationSettings settings;
    AnswerFigures figures;
    QString modelName;
    QString mode; ///< "exact", or the mode that traded exactness for speed
    QStringList notices; ///< how the settings were corrected, in sentences
    bool stopped = false; ///< by the user, or by the end of the program
    bool complete = false; ///< false while blocks are still to come
};

} // namespace lacuna::models
