// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace lacuna::widgets {

/// Goes through the steps of an answer: a slider, play and pause, step by step, speed. Its timer runs only while it
/// plays.
class ReplayBar : public QWidget {
    Q_OBJECT
public:
    explicit ReplayBar(QWidget* parent = nullptr);

    /// Steps there are to look at; the newest is shown as long as the last one was (so it follows a running answer).
    void setStepCount(int steps);
    int stepCount() const;
    int step() const; ///< -1: there is none
    void setStep(int step);
    bool isPlaying() const { return m_timer.isActive(); }
    void play(); ///< from the start where it stands at the end
    void pause();

Q_SIGNALS:
    void stepChanged(int step);

protected:
    void changeEvent(QEvent* event) override;

private:
    void advance();
    void updateState();
    void updateIcons();

    QToolButton* m_back;
    QToolButton* m_play;
    QToolButton* m_forward;
    QSlider* m_slider;
    QLabel* m_label;
    QComboBox* m_speed;
    QTimer m_timer;
};

} // namespace lacuna::widgets
