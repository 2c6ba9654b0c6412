// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/canvas_legend.h"

#include "widgets/canvas/cell_painter.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>

namespace lacuna::widgets {

using diffusion::PositionFrame;
using diffusion::PositionState;
using tokenizer::CanvasCell;

namespace {

/// One cell, painted as on the canvas.
class CellSample : public QWidget {
public:
    CellSample(PositionState state, float confidence, bool inActiveBlock, QWidget* parent)
        : QWidget(parent)
        , m_inActiveBlock(inActiveBlock)
    {
        m_position.state = state;
        m_position.confidence = confidence;
        if (state != PositionState::Masked)
            m_cell = {CanvasCell::Kind::Text, tr("word")};
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }

    QSize sizeHint() const override
    {
        return {fontMetrics().horizontalAdvance(tr("word")) + 12, fontMetrics().height() + 8};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setFont(font());
        painter.fillRect(rect(), palette().color(QPalette::Base));
        painter.setRenderHint(QPainter::Antialiasing);
        CellPainter cells(font(), palette());
        cells.paint(painter, {QRectF(rect()).adjusted(2, 0, -2, 0), m_cell, m_position, m_inActiveBlock});
    }

private:
    PositionFrame m_position;
    CanvasCell m_cell;
    bool m_inActiveBlock;
};

} // namespace

CanvasLegend::CanvasLegend(QWidget* parent)
    : QWidget(parent)
{
    auto grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setColumnStretch(1, 1);
    const auto add = [&](PositionState state, float confidence, bool inActiveBlock, const QString& meaning) {
        auto text = new QLabel(meaning, this);
        text->setWordWrap(true);
        const int row = grid->rowCount();
        grid->addWidget(new CellSample(state, confidence, inActiveBlock, this), row, 0);
        grid->addWidget(text, row, 1);
    };
    add(PositionState::Masked, 0, true, tr("masked, in the block that is being filled"));
    add(PositionState::Masked, 0, false, tr("masked, its block comes later"));
    add(PositionState::New, 0.97f, true, tr("settled in this step"));
    add(PositionState::Settled, 0.97f, true, tr("settled before, with high confidence: a long blue bar"));
    add(PositionState::Settled, 0.15f, true, tr("settled with low confidence: a short amber bar"));
    add(PositionState::Changed, 0.7f, true, tr("changed in this step"));
}

} // namespace lacuna::widgets
