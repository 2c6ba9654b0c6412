// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/cell_facts.h"

#include "widgets/models/formatting.h"

#include "gguf/text.h"

#include <QCoreApplication>

namespace lacuna::widgets {

using diffusion::PositionFrame;
using diffusion::PositionState;

namespace {

struct CellFacts {
    Q_DECLARE_TR_FUNCTIONS(CellFacts)
};

QString stateText(PositionState state)
{
    switch (state) {
    case PositionState::Masked:
        return CellFacts::tr("still masked");
    case PositionState::New:
        return CellFacts::tr("settled in this step");
    case PositionState::Settled:
        return CellFacts::tr("settled");
    case PositionState::Changed:
        return CellFacts::tr("changed in this step");
    case PositionState::Fixed:
        return CellFacts::tr("given, never changed");
    }
    return {};
}

} // namespace

QString quotedPiece(const models::Piece& piece)
{
    return QStringLiteral("“%1”").arg(gguf::escaped(piece.bytes));
}

QString probabilityText(float probability)
{
    // what is rounded to nothing, or to certainty, is neither
    if (probability > 0 && probability < 0.0005F)
        return CellFacts::tr("< 0.1 %");
    if (probability > 0.9995F && probability < 1)
        return CellFacts::tr("> 99.9 %");
    return CellFacts::tr("%1 %").arg(models::formatDecimal(double(probability) * 100, 1));
}

QString positionTitle(const diffusion::StepFrame& frame, int position, const models::PieceLookup& pieces)
{
    const PositionFrame& at = frame.positions[size_t(position)];
    return at.state == PositionState::Masked
        ? CellFacts::tr("Position %1: masked").arg(position + 1)
        : CellFacts::tr("Position %1: %2").arg(position + 1).arg(quotedPiece(pieces(at.id)));
}

QStringList positionFacts(const diffusion::StepFrame& frame, int position)
{
    const PositionFrame& at = frame.positions[size_t(position)];
    QStringList facts;
    if (at.state != PositionState::Masked)
        facts.append(CellFacts::tr("Token id %1").arg(at.id));
    facts.append(at.settledStep >= 0 ? CellFacts::tr("Settled in step %1").arg(at.settledStep + 1)
                                     : stateText(at.state));
    if (at.state != PositionState::Fixed)
        facts.append(CellFacts::tr("Confidence %1").arg(probabilityText(at.confidence)));
    return facts;
}

QString describePosition(const diffusion::StepFrame& frame, int position, const models::PieceLookup& pieces)
{
    QStringList parts {positionTitle(frame, position, pieces)};
    parts += positionFacts(frame, position);
    QStringList candidates;
    for (const diffusion::Candidate& candidate : frame.positions[size_t(position)].candidates) {
        if (candidate.id >= 0)
            candidates.append(CellFacts::tr("%1 %2", "token, its probability")
                                  .arg(quotedPiece(pieces(candidate.id)), probabilityText(candidate.probability)));
    }
    if (!candidates.isEmpty())
        parts.append(CellFacts::tr("Candidates: %1").arg(candidates.join(QStringLiteral(", "))));
    return parts.join(QStringLiteral(". "));
}

} // namespace lacuna::widgets
