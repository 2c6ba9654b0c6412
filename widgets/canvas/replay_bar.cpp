// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/replay_bar.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QIconEngine>
#include <QLabel>
#include <QPainter>
#include <QSlider>
#include <QToolButton>

#include <algorithm>

namespace lacuna::widgets {

namespace {

struct Speed {
    const char* name;
    int intervalMs; ///< between two steps
};
constexpr Speed Speeds[] = {{"½×", 400}, {"1×", 200}, {"2×", 100}, {"4×", 50}};
constexpr int UsualSpeed = 1;

enum class Sign { Back, Play, Pause, Forward };

/// The signs of a player in the colours of the theme, sharp at any scale. (The style's own are black in every theme.)
class SignEngine : public QIconEngine {
public:
    SignEngine(Sign sign, const QPalette& palette)
        : m_sign(sign)
        , m_palette(palette)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        QColor color = m_palette.color(group, QPalette::ButtonText);
        if (mode == QIcon::Disabled)
            color.setAlphaF(0.45f);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(color);
        painter->translate(rect.topLeft());
        painter->scale(rect.width() / 16.0, rect.height() / 16.0);
        if (m_sign == Sign::Back) { // a mirrored Forward
            painter->translate(16, 0);
            painter->scale(-1, 1);
        }
        if (m_sign == Sign::Pause) {
            painter->drawRect(QRectF(4, 3, 3, 10));
            painter->drawRect(QRectF(9, 3, 3, 10));
        } else {
            static constexpr QPointF triangle[] = {{4, 3}, {12, 8}, {4, 13}};
            painter->drawPolygon(triangle, 3);
            if (m_sign != Sign::Play)
                painter->drawRect(QRectF(11, 3, 2, 10));
        }
        painter->restore();
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap picture(size);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        paint(&painter, QRect({}, size), mode, state);
        return picture;
    }

    QIconEngine* clone() const override { return new SignEngine(*this); }

private:
    Sign m_sign;
    QPalette m_palette;
};

QIcon icon(Sign sign, const QPalette& palette)
{
    return QIcon(new SignEngine(sign, palette));
}

} // namespace

ReplayBar::ReplayBar(QWidget* parent)
    : QWidget(parent)
    , m_back(new QToolButton(this))
    , m_play(new QToolButton(this))
    , m_forward(new QToolButton(this))
    , m_slider(new QSlider(Qt::Horizontal, this))
    , m_label(new QLabel(this))
    , m_speed(new QComboBox(this))
{
    const auto setUp = [](QToolButton* button, const QString& name, const QString& objectName) {
        button->setToolTip(name);
        button->setAccessibleName(name);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setObjectName(objectName);
    };
    setUp(m_back, tr("One step back"), QStringLiteral("stepBackButton"));
    setUp(m_play, tr("Play the denoising"), QStringLiteral("playButton"));
    setUp(m_forward, tr("One step forward"), QStringLiteral("stepForwardButton"));
    m_slider->setAccessibleName(tr("Denoising step"));
    m_slider->setObjectName(QStringLiteral("stepSlider"));
    m_slider->setPageStep(8);
    m_speed->setAccessibleName(tr("Playback speed"));
    m_speed->setToolTip(tr("Playback speed"));
    for (const Speed& speed : Speeds)
        m_speed->addItem(QString::fromUtf8(speed.name), speed.intervalMs);
    m_speed->setCurrentIndex(UsualSpeed);
    m_label->setMinimumWidth(m_label->fontMetrics().horizontalAdvance(tr("Step %1 of %2").arg(8888).arg(8888)));
    m_label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);

    auto layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    for (QToolButton* button : {m_back, m_play, m_forward})
        layout->addWidget(button);
    layout->addWidget(m_slider, 1);
    layout->addWidget(m_label);
    layout->addWidget(m_speed);

    connect(m_back, &QToolButton::clicked, this, [this] {
        pause();
        setStep(step() - 1);
    });
    connect(m_forward, &QToolButton::clicked, this, [this] {
        pause();
        setStep(step() + 1);
    });
    connect(m_play, &QToolButton::clicked, this, [this] { isPlaying() ? pause() : play(); });
    connect(m_slider, &QSlider::sliderPressed, this, &ReplayBar::pause);
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) {
        updateState();
        if (stepCount() > 0)
            Q_EMIT stepChanged(value);
    });
    connect(m_speed, &QComboBox::currentIndexChanged, this,
            [this] { m_timer.setInterval(m_speed->currentData().toInt()); });
    m_timer.setInterval(m_speed->currentData().toInt());
    connect(&m_timer, &QTimer::timeout, this, &ReplayBar::advance);
    updateIcons();
    setStepCount(0);
}

void ReplayBar::updateIcons()
{
    m_back->setIcon(icon(Sign::Back, palette()));
    m_forward->setIcon(icon(Sign::Forward, palette()));
    updateState();
}

void ReplayBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateIcons();
}

void ReplayBar::setStepCount(int steps)
{
    const bool follows = m_slider->value() == m_slider->maximum() && !isPlaying();
    m_slider->setRange(0, std::max(steps - 1, 0));
    setEnabled(steps > 0);
    if (follows)
        m_slider->setValue(m_slider->maximum());
    updateState();
}

int ReplayBar::stepCount() const
{
    return isEnabled() ? m_slider->maximum() + 1 : 0;
}

int ReplayBar::step() const
{
    return stepCount() > 0 ? m_slider->value() : -1;
}

void ReplayBar::setStep(int step)
{
    m_slider->setValue(step);
}

void ReplayBar::play()
{
    if (stepCount() < 2)
        return;
    if (m_slider->value() == m_slider->maximum())
        m_slider->setValue(0);
    m_timer.start();
    updateState();
}

void ReplayBar::pause()
{
    m_timer.stop();
    updateState();
}

void ReplayBar::advance()
{
    m_slider->setValue(m_slider->value() + 1);
    if (m_slider->value() == m_slider->maximum())
        pause();
}

void ReplayBar::updateState()
{
    const QString play = isPlaying() ? tr("Pause") : tr("Play the denoising");
    m_play->setIcon(icon(isPlaying() ? Sign::Pause : Sign::Play, palette()));
    m_play->setToolTip(play);
    m_play->setAccessibleName(play);
    m_back->setEnabled(m_slider->value() > 0);
    m_forward->setEnabled(m_slider->value() < m_slider->maximum());
    m_label->setText(stepCount() > 0 ? tr("Step %1 of %2").arg(m_slider->value() + 1).arg(stepCount()) : QString());
}

} // namespace lacuna::widgets
