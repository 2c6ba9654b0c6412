// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/user_message_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace lacuna::widgets {

UserMessageView::UserMessageView(const QString& text, QWidget* parent)
    : QFrame(parent)
    , m_text(new QLabel(this))
    , m_edit(new QToolButton(this))
{
    m_text->setTextFormat(Qt::PlainText);
    m_text->setText(text);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setAccessibleName(tr("You wrote"));
    m_text->setAccessibleDescription(text);
    m_edit->setText(tr("Edit"));
    m_edit->setToolTip(tr("Change this message and send it again; what came after it is replaced"));
    m_edit->setAutoRaise(true);
    m_edit->setObjectName(QStringLiteral("editMessageButton"));
    connect(m_edit, &QToolButton::clicked, this, &UserMessageView::editRequested);

    auto layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 10, 10, 10);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_edit, 0, Qt::AlignTop);
}

QString UserMessageView::text() const
{
    return m_text->text();
}

void UserMessageView::paintEvent(QPaintEvent* event)
{
    Q_UNUSED(event)
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::Button));
    painter.drawRoundedRect(rect(), 10, 10);
}

} // namespace lacuna::widgets
