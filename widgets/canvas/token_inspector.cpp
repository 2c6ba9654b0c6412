// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/token_inspector.h"

#include "widgets/canvas/canvas_legend.h"
#include "widgets/canvas/cell_facts.h"
#include "widgets/common/cell_delegate.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

namespace lacuna::widgets {

namespace {

constexpr int CandidateRows = 5;

} // namespace

TokenInspector::TokenInspector(QWidget* parent)
    : VerticalScrollArea(parent)
    , m_title(new QLabel(this))
    , m_facts(new QLabel(this))
    , m_candidates(new QTableWidget(CandidateRows, 3, this))
{
    for (QLabel* label : {m_title, m_facts}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_title->setObjectName(QStringLiteral("tokenTitle"));
    m_facts->setObjectName(QStringLiteral("tokenFacts"));
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_candidates->setObjectName(QStringLiteral("candidates"));
    m_candidates->setHorizontalHeaderLabels({tr("Candidate"), tr("Id"), tr("Probability")});
    m_candidates->horizontalHeaderItem(0)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    for (const int column : {1, 2})
        m_candidates->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_candidates->setAccessibleName(tr("Most probable tokens"));
    m_candidates->setItemDelegate(new CellDelegate(m_candidates));
    m_candidates->verticalHeader()->hide();
    m_candidates->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_candidates->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_candidates->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_candidates->horizontalHeader()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    m_candidates->horizontalHeader()->setHighlightSections(false);
    m_candidates->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_candidates->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_candidates->setTabKeyNavigation(false);
    m_candidates->setShowGrid(false);
    m_candidates->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_candidates->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    m_candidates->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);

    auto legendTitle = new QLabel(tr("What the canvas shows"), this);
    legendTitle->setFont(bold);
    auto content = new QWidget;
    auto layout = new QVBoxLayout(content);
    layout->setContentsMargins(10, 10, 10, 10);
    layout->setSpacing(8);
    layout->addWidget(m_title);
    layout->addWidget(m_facts);
    layout->addWidget(m_candidates);
    layout->addSpacing(12);
    layout->addWidget(legendTitle);
    layout->addWidget(new CanvasLegend(this));
    layout->addStretch();
    setWidget(content);
    inspect(nullptr, -1, {});
}

void TokenInspector::inspect(const diffusion::StepFramePtr& frame, int position, const models::PieceLookup& pieces)
{
    const bool there = frame && position >= 0 && position < int(frame->positions.size()) && pieces;
    m_facts->setVisible(there);
    if (!there) {
        m_title->setText(tr("Point at a token, or go through them with the arrow keys, to see how it was chosen."));
        m_candidates->hide();
        return;
    }
    m_title->setText(positionTitle(*frame, position, pieces));
    m_facts->setText(positionFacts(*frame, position).join(QLatin1Char('\n')));

    m_candidates->clearContents();
    int row = 0;
    for (const diffusion::Candidate& candidate : frame->positions[size_t(position)].candidates) {
        if (candidate.id < 0)
            continue;
        m_candidates->setItem(row, 0, new QTableWidgetItem(quotedPiece(pieces(candidate.id))));
        m_candidates->setItem(row, 1, new QTableWidgetItem(QString::number(candidate.id)));
        m_candidates->setItem(row, 2, new QTableWidgetItem(probabilityText(candidate.probability)));
        for (const int column : {1, 2})
            m_candidates->item(row, column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        ++row;
    }
    m_candidates->setVisible(row > 0);
}

} // namespace lacuna::widgets
