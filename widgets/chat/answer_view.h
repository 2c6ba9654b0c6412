// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/answer.h"

#include <QTimer>
#include <QWidget>

#include <memory>

class QLabel;
class QToolButton;

namespace lacuna::widgets {

class DenoisingCanvas;
class MarkdownView;
class ReplayBar;

/// One answer: a canvas while it is made or looked at again, text otherwise, with its figures below.
class AnswerView : public QWidget {
    Q_OBJECT
public:
    explicit AnswerView(QWidget* parent = nullptr);

    void setAnimated(bool on);
    /// An answer begins: an empty canvas, with this look-up for its tokens, and a line about what is going on.
    void begin(models::PieceLookup pieces, const QString& status);
    /// All frames are kept; of those that come faster than eyes can follow, the newest is shown.
    void addFrame(const diffusion::StepFramePtr& frame);
    /// It is complete: its text, figures, and the frames to look at again.
    void finish(std::shared_ptr<const models::Answer> answer);
    /// The text of an answer without a trace (restored from elsewhere).
    void setText(const QString& text);

    bool isLive() const { return m_live; }
    std::shared_ptr<const models::Answer> answer() const { return m_answer; }
    DenoisingCanvas* canvas() const { return m_canvas; }
    ReplayBar* replayBar() const { return m_replay; }
    void setReplayVisible(bool visible); ///< canvas and scrub bar instead of the text

Q_SIGNALS:
    /// A frame or a position is being looked at: what the inspector and the plots follow.
    void looked(lacuna::widgets::AnswerView* view);
    void positionChosen(); ///< a click or keys went to a token
    void regenerateRequested();

private:
    void showNewest();
    void showStep(int step);
    void fitCanvas();
    void showProgress(const QString& text);
    QString figuresText() const;
    const std::vector<diffusion::StepFramePtr>& frames() const;

    bool m_live = false;
    std::shared_ptr<const models::Answer> m_answer; // null while it is made
    std::vector<diffusion::StepFramePtr> m_liveFrames;
    QTimer m_pace; // single shot: runs after a frame has been shown, until the next one may be
    DenoisingCanvas* m_canvas;
    MarkdownView* m_text;
    ReplayBar* m_replay;
    QLabel* m_progress; ///< while it is made
    QLabel* m_figures; ///< when it is complete
    QToolButton* m_watch;
    QToolButton* m_copy;
    QToolButton* m_regenerate;
};

} // namespace lacuna::widgets
