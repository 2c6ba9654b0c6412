// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/denoising_canvas.h"

#include "widgets/canvas/canvas_accessible.h"
#include "widgets/canvas/cell_facts.h"

#include <QKeyEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace lacuna::widgets {

using diffusion::PositionState;
using diffusion::StepFramePtr;
using tokenizer::CanvasCell;
using tokenizer::CanvasPiece;

namespace {

constexpr int FadeMs = 160;
constexpr int FadeFrameMs = 32;
constexpr int TooFastToFadeMs = FadeMs / 2; // frames that come sooner would cut every fade
constexpr qreal Margin = 10;

bool looksTheSame(const diffusion::PositionFrame& a, const diffusion::PositionFrame& b)
{
    return a.id == b.id && a.state == b.state && a.confidence == b.confidence;
}

QString spokenText(const CanvasCell& cell)
{
    switch (cell.kind) {
    case CanvasCell::Kind::Mask:
        return QStringLiteral("░");
    case CanvasCell::Kind::Special:
        return displayText(cell);
    default:
        return cell.text;
    }
}

bool inBlock(const diffusion::StepFrame& frame, int position)
{
    return frame.blockBegin <= position && position < frame.blockEnd;
}

/// Where cells were and are, as few rectangles: hundreds of cells move when one word appears before them, and a region
/// of as many rectangles would take longer than painting them.
class DirtyRuns {
public:
    void add(const QRect& before, const QRect& after)
    {
        add(m_before, before);
        add(m_after, after);
    }
    QRegion region() const { return m_region + m_before + m_after; }

private:
    void add(QRect& run, const QRect& cell)
    {
        const bool goesOn = cell.top() == run.top() && cell.left() <= run.right() + 1 && cell.right() >= run.left();
        if (!goesOn) {
            m_region += run;
            run = cell;
        }
        run |= cell;
    }

    QRegion m_region;
    QRect m_before; // of neighbours in a line
    QRect m_after;
};

} // namespace

DenoisingCanvas::DenoisingCanvas(QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_textWidths(font())
    , m_painter(font(), palette())
{
    CanvasAccessible::install();
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Denoising canvas"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    m_fadeTimer.setInterval(FadeFrameMs);
    connect(&m_fadeTimer, &QTimer::timeout, this, &DenoisingCanvas::fadeStep);
}

void DenoisingCanvas::setPieces(models::PieceLookup pieces)
{
    m_pieces = std::move(pieces);
    relayout();
}

void DenoisingCanvas::setFrame(StepFramePtr frame)
{
    if (frame == m_frame)
        return;
    const StepFramePtr before = std::exchange(m_frame, std::move(frame));
    const bool comparable = before && m_frame && before->positions.size() == m_frame->positions.size();
    if (!comparable) {
        m_selected = -1;
        m_hovered = -1;
        m_fading.clear();
        relayout();
        return;
    }
    const std::vector<QRectF> rects = m_layout.rects();
    const qreal height = m_layout.height();
    decode();
    const bool blockMoved = before->blockBegin != m_frame->blockBegin || before->blockEnd != m_frame->blockEnd;
    DirtyRuns dirty;
    for (size_t i = 0; i < rects.size(); ++i) {
        const bool moved = rects[i] != m_layout.rects()[i];
        const bool changed = !looksTheSame(before->positions[i], m_frame->positions[i])
            || (blockMoved && (inBlock(*before, int(i)) || inBlock(*m_frame, int(i))));
        if (!moved && !changed)
            continue;
        dirty.add(rects[i].translated(origin()).toAlignedRect(),
                  m_layout.rects()[i].translated(origin()).toAlignedRect());
    }
    viewport()->update(dirty.region());
    if (height != m_layout.height()) {
        updateScrollBar();
        Q_EMIT contentHeightChanged();
    }
    startFades(before);
    if (inspectedPosition() >= 0)
        Q_EMIT inspectedPositionChanged(inspectedPosition());
}

void DenoisingCanvas::setAnimated(bool on)
{
    m_animated = on;
}

void DenoisingCanvas::decode()
{
    std::vector<CanvasPiece> pieces;
    if (m_frame) {
        pieces.reserve(m_frame->positions.size());
        for (const diffusion::PositionFrame& position : m_frame->positions) {
            if (position.state == PositionState::Masked || !m_pieces) {
                pieces.push_back({CanvasPiece::Kind::Mask, {}});
                continue;
            }
            const models::Piece piece = m_pieces(position.id);
            pieces.push_back({piece.special ? CanvasPiece::Kind::Special : CanvasPiece::Kind::Text, piece.bytes});
        }
    }
    m_cells = tokenizer::canvasCells(pieces);
    m_layout = CellLayout(m_cells, m_textWidths, style(), textWidth());
}

void DenoisingCanvas::updateScrollBar()
{
    const int overflow = int(std::ceil(m_layout.height() + 2 * Margin)) - viewport()->height();
    verticalScrollBar()->setRange(0, std::max(0, overflow));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(int(style().lineHeight));
}

void DenoisingCanvas::relayout()
{
    const qreal height = m_layout.height();
    decode();
    updateScrollBar();
    viewport()->update();
    if (height != m_layout.height()) {
        updateGeometry();
        Q_EMIT contentHeightChanged();
    }
}

CellLayout::Style DenoisingCanvas::style() const
{
    const QFontMetricsF metrics(font());
    CellLayout::Style style;
    style.padding = 1.5;
    style.maskWidth = std::ceil(metrics.averageCharWidth() * 3);
    style.cellHeight = std::ceil(metrics.height() + 8);
    style.lineHeight = style.cellHeight + 6;
    return style;
}

qreal DenoisingCanvas::textWidth() const
{
    return viewport()->width() - 2 * Margin;
}

QPointF DenoisingCanvas::origin() const
{
    return {Margin, Margin - verticalScrollBar()->value()};
}

QSize DenoisingCanvas::sizeHint() const
{
    const QFontMetrics metrics(font());
    return {metrics.averageCharWidth() * 80, metrics.height() * 12};
}

int DenoisingCanvas::heightForWidth(int width) const
{
    const CellLayout layout(m_cells, m_textWidths, style(), width - 2 * Margin - 2 * frameWidth());
    return int(std::ceil(layout.height() + 2 * Margin)) + 2 * frameWidth();
}

void DenoisingCanvas::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.setFont(font());
    painter.fillRect(event->rect(), palette().color(QPalette::Base));
    if (!m_frame)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    const QPointF offset = origin();
    painter.translate(offset);
    const QRectF wanted = QRectF(event->rect()).translated(-offset);
    for (size_t i = 0; i < m_cells.size(); ++i) {
        const QRectF& rect = m_layout.rects()[i];
        if (!rect.intersects(wanted) || !event->region().intersects(rect.translated(offset).toAlignedRect()))
            continue;
        const int position = int(i);
        m_painter.paint(painter,
                        {rect, m_cells[i], m_frame->positions[i], inBlock(*m_frame, position), position == m_selected,
                         settledFraction(position)});
    }
}

void DenoisingCanvas::resizeEvent(QResizeEvent* event)
{
    Q_UNUSED(event)
    relayout();
}

void DenoisingCanvas::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
        m_textWidths = TextWidths(font());
        m_painter = CellPainter(font(), palette());
        relayout();
    }
    QAbstractScrollArea::changeEvent(event);
}

void DenoisingCanvas::updateCell(int position)
{
    if (position < 0 || position >= int(m_layout.rects().size()))
        return;
    viewport()->update(m_layout.rects()[size_t(position)].translated(origin()).toAlignedRect());
}

void DenoisingCanvas::startFades(const StepFramePtr& before)
{
    m_fading.clear();
    const bool isFast = m_sinceFrame.isValid() && m_sinceFrame.elapsed() < TooFastToFadeMs;
    m_sinceFrame.start();
    if (!m_animated || isFast || !isVisible())
        return;
    for (size_t i = 0; i < m_frame->positions.size(); ++i) {
        if (before->positions[i].state == PositionState::Masked && m_frame->positions[i].state != PositionState::Masked)
            m_fading.push_back(int(i));
    }
    if (m_fading.empty())
        return;
    m_fadeClock.start();
    m_fadeTimer.start();
}

void DenoisingCanvas::fadeStep()
{
    for (const int position : m_fading)
        updateCell(position);
    if (m_fadeClock.elapsed() >= FadeMs) {
        m_fadeTimer.stop();
        m_fading.clear();
    }
}

qreal DenoisingCanvas::settledFraction(int position) const
{
    if (m_fading.empty() || !std::binary_search(m_fading.begin(), m_fading.end(), position))
        return 1;
    return std::clamp(qreal(m_fadeClock.elapsed()) / FadeMs, 0.0, 1.0);
}

QString DenoisingCanvas::cellText(int position) const
{
    return position >= 0 && position < int(m_cells.size()) ? displayText(m_cells[size_t(position)]) : QString();
}

QString DenoisingCanvas::cellDescription(int position) const
{
    return position >= 0 && position < int(m_cells.size()) && m_pieces ? describePosition(*m_frame, position, m_pieces)
                                                                       : QString();
}

QRect DenoisingCanvas::cellRect(int position) const
{
    return position >= 0 && position < int(m_cells.size())
        ? m_layout.rects()[size_t(position)].translated(origin()).toAlignedRect()
        : QRect();
}

QString DenoisingCanvas::text() const
{
    QString text;
    for (const CanvasCell& cell : m_cells)
        text += spokenText(cell);
    return text;
}

int DenoisingCanvas::textOffset(int position) const
{
    qsizetype offset = 0;
    for (int i = 0; i < std::min(position, int(m_cells.size())); ++i)
        offset += spokenText(m_cells[size_t(i)]).size();
    return int(offset);
}

int DenoisingCanvas::positionAtOffset(int offset) const
{
    qsizetype end = 0;
    for (size_t i = 0; i < m_cells.size() && offset >= 0; ++i) {
        end += spokenText(m_cells[i]).size();
        if (offset < end)
            return int(i);
    }
    return -1;
}

} // namespace lacuna::widgets
