// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/user_message_view.h"

#include "widgets/chat/markdown_view.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

namespace lacuna::widgets {

UserMessageView::UserMessageView(const QString& text, QWidget* parent)
    : QFrame(parent)
    , m_text(text)
    , m_view(new MarkdownView(this))
    , m_edit(new QToolButton(this))
{
    m_view->setPlainText(text);
    m_view->setAccessibleName(tr("You wrote"));
    m_edit->setText(tr("Edit"));
    m_edit->setToolTip(tr("Change this message and send it again; what came after it is replaced"));
    m_edit->setAutoRaise(true);
    m_edit->setObjectName(QStringLiteral("editMessageButton"));
    connect(m_edit, &QToolButton::clicked, this, &UserMessageView::editRequested);

    auto layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 10, 10, 10);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_edit, 0, Qt::AlignTop);
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
