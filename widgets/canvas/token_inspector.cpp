// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/token_inspector.h"

#include "widgets/models/formatting.h"

#include "gguf/file.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lacuna::widgets {

using diffusion::PositionState;

namespace {

constexpr int CandidateRows = 5;

QString quoted(const models::Piece& piece)
{
    return QStringLiteral("“%1”").arg(gguf::escaped(piece.bytes));
}

QString stateText(PositionState state)
{
    switch (state) {
    case PositionState::Masked:
        return TokenInspector::tr("still masked");
    case PositionState::New:
        return TokenInspector::tr("settled in this step");
    case PositionState::Settled:
        return TokenInspector::tr("settled");
    case PositionState::Changed:
        return TokenInspector::tr("changed in this step");
    case PositionState::Fixed:
        return TokenInspector::tr("given, never changed");
    }
    return {};
}

QString probabilityText(float probability)
{
    return TokenInspector::tr("%1 %").arg(models::formatDecimal(double(probability) * 100, 1));
}

} // namespace

TokenInspector::TokenInspector(QWidget* parent)
    : QFrame(parent)
    , m_title(new QLabel(this))
    , m_facts(new QLabel(this))
    , m_candidates(new QTableWidget(CandidateRows, 3, this))
{
    for (QLabel* label : {m_title, m_facts}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_candidates->setHorizontalHeaderLabels({tr("Candidate"), tr("Id"), tr("Probability")});
    m_candidates->setAccessibleName(tr("Most probable tokens"));
    m_candidates->verticalHeader()->hide();
    m_candidates->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_candidates->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_candidates->horizontalHeader()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    m_candidates->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_candidates->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_candidates->setTabKeyNavigation(false);
    m_candidates->setFrameShape(QFrame::NoFrame);
    m_candidates->setMinimumHeight(m_candidates->horizontalHeader()->sizeHint().height()
                                   + CandidateRows * m_candidates->verticalHeader()->defaultSectionSize());

    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 10, 10, 10);
    layout->addWidget(m_title);
    layout->addWidget(m_facts);
    layout->addWidget(m_candidates);
    layout->addStretch();
    inspect(nullptr, -1, {});
}

void TokenInspector::inspect(const diffusion::StepFramePtr& frame, int position, const models::PieceLookup& pieces)
{
    m_candidates->clearContents();
    const bool there = frame && position >= 0 && position < int(frame->positions.size()) && pieces;
    m_candidates->setVisible(there);
    m_facts->setVisible(there);
    if (!there) {
        m_title->setText(tr("Point at a token, or go through them with the arrow keys, to see how it was chosen."));
        return;
    }
    const diffusion::PositionFrame& at = frame->positions[size_t(position)];
    const bool masked = at.state == PositionState::Masked;
    m_title->setText(masked ? tr("Position %1: masked").arg(position + 1)
                            : tr("Position %1: %2").arg(position + 1).arg(quoted(pieces(at.id))));
    QStringList facts;
    if (!masked)
        facts.append(tr("Token id %1").arg(at.id));
    facts.append(at.settledStep >= 0 ? tr("Settled in step %1").arg(at.settledStep + 1) : stateText(at.state));
    if (at.state != PositionState::Fixed)
        facts.append(tr("Confidence %1").arg(probabilityText(at.confidence)));
    m_facts->setText(facts.join(QStringLiteral("\n")));

    int row = 0;
    for (const diffusion::Candidate& candidate : at.candidates) {
        if (candidate.id < 0)
            continue;
        m_candidates->setItem(row, 0, new QTableWidgetItem(quoted(pieces(candidate.id))));
        m_candidates->setItem(row, 1, new QTableWidgetItem(QString::number(candidate.id)));
        m_candidates->setItem(row, 2, new QTableWidgetItem(probabilityText(candidate.probability)));
        for (const int column : {1, 2})
            m_candidates->item(row, column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        ++row;
    }
    m_candidates->setVisible(row > 0);
}

} // namespace lacuna::widgets
