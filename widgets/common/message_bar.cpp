// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/message_bar.h"

#include "widgets/common/derived_font.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QStyle>
#include <QToolButton>

namespace lacuna::widgets {

namespace {

/// A hue per severity, mixed into the theme's own base so that it reads in light and dark.
QColor accent(MessageBar::Severity severity)
{
    switch (severity) {
    case MessageBar::Severity::Information:
        return QColor(0x3d, 0x7e, 0xc9);
    case MessageBar::Severity::Warning:
        return QColor(0xd9, 0x8e, 0x1f);
    case MessageBar::Severity::Error:
        return QColor(0xd0, 0x45, 0x45);
    }
    return {};
}

QColor mixed(const QColor& a, const QColor& b, qreal share)
{
    return QColor::fromRgbF(float(a.redF() * share + b.redF() * (1 - share)),
                            float(a.greenF() * share + b.greenF() * (1 - share)),
                            float(a.blueF() * share + b.blueF() * (1 - share)));
}

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
    , m_actionLayout(new QHBoxLayout)
    , m_copy(new QToolButton(this))
    , m_close(new QToolButton(this))
{
    setObjectName(QStringLiteral("messageBar"));
    m_text->setObjectName(QStringLiteral("messageText"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setAccessibleName(tr("Message"));
    m_text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);

    m_copy->setText(tr("Copy details"));
    m_copy->setAutoRaise(true);
    connect(m_copy, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_text->text() + QStringLiteral("\n\n") + m_details); });
    m_close->setText(QStringLiteral("×")); // the style's icon is of one colour and drowns in a dark theme
    scaleFont(m_close, 1.3);
    m_close->setToolTip(tr("Close this message"));
    m_close->setAccessibleName(tr("Close this message"));
    m_close->setAutoRaise(true);
    connect(m_close, &QToolButton::clicked, this, &MessageBar::dismiss);

    auto layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 8, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    layout->addWidget(m_text, 1);
    layout->addLayout(m_actionLayout);
    layout->addWidget(m_copy);
    layout->addWidget(m_close);
    hide();
}

void MessageBar::showMessage(Severity severity, const QString& text, const QString& details)
{
    while (QLayoutItem* item = m_actionLayout->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    m_severity = severity;
    m_details = details;
    m_text->setText(text);
    m_text->setAccessibleDescription(text);
    m_copy->setVisible(!details.isEmpty());
    updateIcon();
    show();
    update();
}

void MessageBar::addAction(QAction* action)
{
    auto button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_actionLayout->addWidget(button);
}

void MessageBar::dismiss()
{
    hide();
    Q_EMIT dismissed();
}

QString MessageBar::text() const
{
    return m_text->text();
}

void MessageBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::StyleChange)
        updateIcon();
    QFrame::changeEvent(event);
}

void MessageBar::paintEvent(QPaintEvent* event)
{
    Q_UNUSED(event)
    QPainter painter(this);
    paintGround(painter, rect(), m_severity, palette());
    painter.setPen(mixed(accent(m_severity), palette().color(QPalette::Window), 0.6)); // it may lie over a page
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void MessageBar::paintGround(QPainter& painter, const QRect& rect, Severity severity, const QPalette& palette)
{
    painter.fillRect(rect, mixed(accent(severity), palette.color(QPalette::Window), 0.18));
    painter.fillRect(QRect(rect.topLeft(), QSize(4, rect.height())), accent(severity));
}

void MessageBar::updateIcon()
{
    static constexpr QStyle::StandardPixmap icons[] = {QStyle::SP_MessageBoxInformation, QStyle::SP_MessageBoxWarning,
                                                       QStyle::SP_MessageBoxCritical};
    m_icon->setPixmap(style()->standardIcon(icons[int(m_severity)]).pixmap(20, 20));
}

} // namespace lacuna::widgets
