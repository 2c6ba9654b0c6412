// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/answer_view.h"

#include "widgets/canvas/denoising_canvas.h"
#include "widgets/canvas/replay_bar.h"
#include "widgets/chat/markdown_view.h"
#include "widgets/models/formatting.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace lacuna::widgets {

namespace {

constexpr int FramePauseMs = 66; ///< 15 frames a second

} // namespace

AnswerView::AnswerView(QWidget* parent)
    : QWidget(parent)
    , m_canvas(new DenoisingCanvas(this))
    , m_text(new MarkdownView(this))
    , m_replay(new ReplayBar(this))
    , m_progress(new QLabel(this))
    , m_figures(new QLabel(this))
    , m_watch(new QToolButton(this))
    , m_copy(new QToolButton(this))
    , m_regenerate(new QToolButton(this))
{
    m_text->setAccessibleName(tr("Answer"));
    m_canvas->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // as tall as its text: the conversation scrolls
    m_canvas->setFrameShape(QFrame::NoFrame);

    const auto setUp = [](QToolButton* button, const QString& text, const QString& toolTip, const QString& name) {
        button->setText(text);
        button->setToolTip(toolTip);
        button->setAutoRaise(true);
        button->setObjectName(name);
    };
    setUp(m_watch, tr("Watch again"), tr("Look at every denoising step of this answer"), QStringLiteral("watchButton"));
    setUp(m_copy, tr("Copy"), tr("Copy the answer's text"), QStringLiteral("copyAnswerButton"));
    setUp(m_regenerate, tr("Regenerate"), tr("Make this answer anew"), QStringLiteral("regenerateButton"));
    m_watch->setCheckable(true);
    m_figures->setTextFormat(Qt::PlainText);
    m_figures->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_figures->setWordWrap(true);
    m_progress->setTextFormat(Qt::PlainText);
    for (QLabel* label : {m_progress, m_figures})
        label->setForegroundRole(QPalette::PlaceholderText);

    auto footer = new QHBoxLayout;
    footer->setSpacing(4);
    footer->addWidget(m_watch);
    footer->addWidget(m_copy);
    footer->addWidget(m_regenerate);
    footer->addStretch();
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_canvas);
    layout->addWidget(m_text);
    layout->addWidget(m_replay);
    layout->addWidget(m_progress, 0, Qt::AlignLeft);
    layout->addWidget(m_figures);
    layout->addLayout(footer);

    m_pace.setSingleShot(true);
    m_pace.setInterval(FramePauseMs);
    connect(&m_pace, &QTimer::timeout, this, &AnswerView::showNewest);
    connect(m_canvas, &DenoisingCanvas::contentHeightChanged, this, &AnswerView::fitCanvas);
    connect(m_canvas, &DenoisingCanvas::inspectedPositionChanged, this, [this] { Q_EMIT looked(this); });
    connect(m_canvas, &DenoisingCanvas::positionChosen, this, &AnswerView::positionChosen);
    connect(m_replay, &ReplayBar::stepChanged, this, &AnswerView::showStep);
    connect(m_watch, &QToolButton::toggled, this, &AnswerView::setReplayVisible);
    connect(m_copy, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_answer ? m_answer->text : m_text->toPlainText()); });
    connect(m_regenerate, &QToolButton::clicked, this, &AnswerView::regenerateRequested);
    setText({});
}

void AnswerView::setAnimated(bool on)
{
    m_canvas->setAnimated(on);
}

void AnswerView::begin(models::PieceLookup pieces, const QString& status)
{
    m_live = true;
    m_answer.reset();
    m_liveFrames.clear();
    m_canvas->setPieces(std::move(pieces));
    m_canvas->setFrame(nullptr);
    m_text->hide();
    m_replay->hide();
    m_watch->hide();
    m_copy->hide();
    m_regenerate->hide();
    m_canvas->show();
    m_figures->hide();
    showProgress(status);
    m_progress->show();
}

/// A label of fixed size can change without the whole conversation being laid out anew.
void AnswerView::showProgress(const QString& text)
{
    m_progress->setText(text);
    m_progress->setFixedSize(m_progress->sizeHint().expandedTo(m_progress->minimumSize()));
}

void AnswerView::addFrame(const diffusion::StepFramePtr& frame)
{
    m_liveFrames.push_back(frame);
    if (!m_pace.isActive())
        showNewest();
}

void AnswerView::showNewest()
{
    if (m_liveFrames.empty() || m_liveFrames.back() == m_canvas->frame())
        return; // nothing new: the next frame shows at once
    m_pace.start();
    const diffusion::StepFramePtr& frame = m_liveFrames.back();
    m_canvas->setFrame(frame);
    showProgress(tr("Step %1 of %2, block %3 of %4")
                     .arg(frame->step + 1)
                     .arg(frame->steps)
                     .arg(frame->block + 1)
                     .arg(frame->blocks));
    Q_EMIT looked(this);
}

void AnswerView::finish(std::shared_ptr<const models::Answer> answer)
{
    const bool isNew = std::exchange(m_live, false);
    m_pace.stop();
    m_liveFrames.clear();
    m_answer = std::move(answer);
    m_canvas->setPieces([answer = m_answer](TokenId id) { return answer->pieces.value(id); });
    m_text->setText(m_answer->text.isEmpty() ? tr("*(empty answer)*") : m_answer->text);
    m_progress->hide();
    m_figures->setText(figuresText());
    m_figures->show();
    m_copy->show();
    m_regenerate->show();
    m_watch->setVisible(!m_answer->frames.empty());
    setReplayVisible(m_watch->isChecked());
    if (isNew) {
        m_canvas->setFrame(m_answer->frames.empty() ? nullptr : m_answer->frames.back()); // it may not have been shown
        QAccessibleEvent said(m_text, QAccessible::Alert); // screen readers read the answer once, when it is complete
        QAccessible::updateAccessibility(&said);
    }
    Q_EMIT looked(this);
}

void AnswerView::setText(const QString& text)
{
    m_text->setText(text);
    m_progress->hide();
    m_figures->hide();
    m_watch->hide();
    m_copy->setVisible(!text.isEmpty());
    m_regenerate->setVisible(!text.isEmpty());
    setReplayVisible(false);
}

void AnswerView::setReplayVisible(bool visible)
{
    visible = visible && m_answer && !m_answer->frames.empty();
    m_watch->setChecked(visible);
    m_canvas->setVisible(visible);
    m_replay->setVisible(visible);
    m_text->setVisible(!visible);
    if (!visible) {
        m_replay->pause();
        return;
    }
    m_replay->setStepCount(int(m_answer->frames.size()));
    m_replay->setStep(int(m_answer->frames.size()) - 1);
    showStep(m_replay->step());
    fitCanvas();
}

void AnswerView::showStep(int step)
{
    const auto& all = frames();
    if (step < 0 || step >= int(all.size()))
        return;
    m_canvas->setFrame(all[size_t(step)]);
    Q_EMIT looked(this);
}

const std::vector<diffusion::StepFramePtr>& AnswerView::frames() const
{
    return m_answer ? m_answer->frames : m_liveFrames;
}

void AnswerView::fitCanvas()
{
    m_canvas->setFixedHeight(
        std::max(m_canvas->heightForWidth(m_canvas->width()), m_canvas->fontMetrics().height() * 2));
}

QString AnswerView::figuresText() const
{
    const models::AnswerFigures& figures = m_answer->figures;
    QStringList parts;
    parts.append(tr("%1 tokens/s").arg(models::formatDecimal(figures.visibleTokensPerSecond(), 1)));
    parts.append(tr("%1 visible tokens").arg(figures.visibleTokens));
    parts.append(tr("%1 forwards").arg(figures.forwards));
    parts.append(tr("%1 rows computed").arg(models::formatCount(quint64(figures.rowsComputed))));
    if (figures.firstBlockMs > 0)
        parts.append(tr("first block %1").arg(models::formatMilliseconds(figures.firstBlockMs)));
    parts.append(tr("total %1").arg(models::formatMilliseconds(figures.totalMs)));
    for (QString& part : parts)
        part.replace(QLatin1Char(' '), QChar(QChar::Nbsp)); // lines break between figures, not in them, after a dot
    if (!m_answer->mode.isEmpty())
        parts.append(m_answer->mode);
    if (m_answer->stopped)
        parts.append(tr("stopped"));
    else if (!m_answer->complete)
        parts.append(tr("unfinished: the program ended before the answer did"));
    return (parts.join(QStringLiteral("\u00a0· ")) + QLatin1Char('\n') + m_answer->notices.join(QLatin1Char('\n')))
        .trimmed();
}

} // namespace lacuna::widgets
