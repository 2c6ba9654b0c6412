// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/step_frame.h"
#include "widgets/canvas/cell_layout.h"
#include "widgets/canvas/cell_painter.h"
#include "widgets/models/answer.h"

#include <QAbstractScrollArea>
#include <QElapsedTimer>
#include <QTimer>

#include <vector>

namespace lacuna::widgets {

/// The answer while it is being made: every position a cell in flowing text, painted from immutable frames. Only what
/// changed from one frame to the next is painted again; a timer runs only while cells fade.
class DenoisingCanvas : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit DenoisingCanvas(QWidget* parent = nullptr);

    void setPieces(models::PieceLookup pieces); ///< bytes of token ids; kept until the next call
    void setFrame(diffusion::StepFramePtr frame); ///< null: empty
    const diffusion::StepFramePtr& frame() const { return m_frame; }
    const models::PieceLookup& pieces() const { return m_pieces; }
    void setAnimated(bool on); ///< short fades of cells that changed, unless frames come too fast for them

    int selectedPosition() const { return m_selected; } ///< -1: none
    void setSelectedPosition(int position);
    int inspectedPosition() const { return m_hovered >= 0 ? m_hovered : m_selected; } ///< -1: none

    QString cellText(int position) const; ///< as the cell shows it, empty while masked
    QString cellDescription(int position) const; ///< what is known of it, in one line; empty for -1
    QRect cellRect(int position) const; ///< in the viewport; empty for -1
    int positionAt(QPoint viewportPoint) const; ///< -1: none
    QString text() const; ///< of all cells; masks as "░", control tokens as "∎"
    int textOffset(int position) const; ///< of a cell in text(); of the number of cells: the length of the text
    int positionAtOffset(int offset) const; ///< whose text has the character; -1: none

    QSize sizeHint() const override;
    int heightForWidth(int width) const override;

Q_SIGNALS:
    /// The position that the pointer or the keyboard is on, or what is known of it; -1: none. The selection shows while
    /// nothing is hovered.
    void inspectedPositionChanged(int position);
    void positionChosen(int position); ///< by a click or by keys
    void contentHeightChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void relayout();
    void updateScrollBar();
    void decode();
    CellLayout::Style style() const;
    qreal textWidth() const;
    QPointF origin() const; ///< of the layout in viewport coordinates
    void choose(int position);
    void updateCell(int position);
    void startFades(const diffusion::StepFramePtr& before);
    void fadeStep();
    qreal settledFraction(int position) const;
    void setHovered(int position);
    void ensureVisible(int position);

    models::PieceLookup m_pieces;
    diffusion::StepFramePtr m_frame;
    std::vector<tokenizer::CanvasCell> m_cells; // one per position of the frame
    TextWidths m_textWidths;
    CellLayout m_layout;
    CellPainter m_painter;
    int m_selected = -1;
    int m_hovered = -1;
    bool m_animated = true;
    QTimer m_fadeTimer; // runs only during a fade
    QElapsedTimer m_fadeClock;
    QElapsedTimer m_sinceFrame;
    std::vector<int> m_fading; // positions that fade in
};

} // namespace lacuna::widgets
