// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/conversation_view.h"

#include "widgets/chat/answer_view.h"
#include "widgets/chat/user_message_view.h"

#include "widgets/canvas/denoising_canvas.h"
#include "widgets/common/derived_font.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace lacuna::widgets {

using tokenizer::ChatMessage;

namespace {

constexpr int TextWidth = 860; ///< lines longer than this are hard to read

} // namespace

ConversationView::ConversationView(QWidget* parent)
    : QScrollArea(parent)
    , m_column(nullptr)
    , m_welcome(nullptr)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Conversation"));

    auto content = new QWidget;
    content->setMaximumWidth(TextWidth);
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(16, 16, 16, 16);
    m_column->setSpacing(14);
    m_welcome = makeWelcome();
    m_column->addWidget(m_welcome);
    m_column->addStretch();
    auto centre = new QWidget;
    auto row = new QHBoxLayout(centre);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(content);
    setWidget(centre);

    connect(verticalScrollBar(), &QScrollBar::valueChanged, this,
            [this](int value) { m_atEnd = value >= verticalScrollBar()->maximum() - 4; });
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, [this](int, int most) {
        if (m_atEnd)
            verticalScrollBar()->setValue(most);
    });
}

QWidget* ConversationView::makeWelcome()
{
    auto welcome = new QWidget;
    auto layout = new QVBoxLayout(welcome);
    layout->setContentsMargins(0, 0, 0, 0); // the column has its own
    auto title = new QLabel(tr("Ask, and watch the answer appear"));
    title->setWordWrap(true);
    scaleFont(title, 1.5, true);
    auto text =
        new QLabel(tr("A diffusion language model fills in a whole block of masked tokens at once, the most certain "
                      "ones first. Every step of that shows here, and can be looked at again."));
    text->setWordWrap(true);
    layout->addWidget(title);
    layout->addWidget(text);
    layout->addSpacing(8);
    for (const QString& prompt :
         {tr("What is the capital of France?"), tr("Tell me a story"), tr("What can you do?")}) {
        auto button = new QPushButton(prompt);
        button->setObjectName(QStringLiteral("exampleButton"));
        button->setToolTip(tr("Send this example"));
        connect(button, &QPushButton::clicked, this, [this, prompt] { Q_EMIT exampleChosen(prompt); });
        layout->addWidget(button, 0, Qt::AlignLeft);
    }
    return welcome;
}

void ConversationView::addView(QWidget* view)
{
    m_welcome->hide();
    m_column->insertWidget(m_column->count() - 1, view); // before the stretch
    placeInTabOrder(view);
    m_views.push_back(view);
    m_atEnd = true;
    followEnd();
}

/// After the message above it: what is added to a window comes last otherwise, behind the prompt and all options.
void ConversationView::placeInTabOrder(QWidget* view)
{
    const auto tabStops = [](const QWidget* parent) {
        QList<QWidget*> stops = parent->findChildren<QWidget*>();
        stops.removeIf([](const QWidget* widget) { return !(widget->focusPolicy() & Qt::TabFocus); });
        return stops;
    };
    QWidget* before = tabStops(m_views.empty() ? m_welcome : m_views.back()).constLast();
    for (QWidget* stop : tabStops(view)) {
        setTabOrder(before, stop);
        before = stop;
    }
}

void ConversationView::setConversation(const models::Conversation& conversation)
{
    removeFrom(0);
    for (const models::Message& message : conversation.messages) {
        if (message.role == ChatMessage::Role::User) {
            addUserMessage(message.text);
        } else if (message.role == ChatMessage::Role::Assistant) {
            AnswerView* view = addAnswer();
            if (message.answer)
                view->finish(message.answer);
            else
                view->setText(message.text);
        }
    }
}

void ConversationView::addUserMessage(const QString& text)
{
    auto view = new UserMessageView(text);
    connect(view, &UserMessageView::editRequested, this, [this, view] {
        Q_EMIT editRequested(int(std::find(m_views.begin(), m_views.end(), view) - m_views.begin()));
    });
    addView(view);
}

AnswerView* ConversationView::addAnswer()
{
    auto view = new AnswerView;
    view->setAnimated(m_animated);
    connect(view, &AnswerView::looked, this, &ConversationView::looked);
    connect(view, &AnswerView::positionChosen, this, &ConversationView::positionChosen);
    connect(view, &AnswerView::regenerateRequested, this, [this, view] {
        Q_EMIT regenerateRequested(int(std::find(m_views.begin(), m_views.end(), view) - m_views.begin()));
    });
    addView(view);
    return view;
}

AnswerView* ConversationView::lastAnswer() const
{
    return m_views.empty() ? nullptr : qobject_cast<AnswerView*>(m_views.back());
}

void ConversationView::removeFrom(int index)
{
    while (int(m_views.size()) > index) {
        QWidget* view = m_views.back();
        m_views.pop_back();
        m_column->removeWidget(view);
        view->hide();
        view->deleteLater(); // it may be the one whose signal asked for this
    }
    m_welcome->setVisible(m_views.empty());
}

void ConversationView::setAnimated(bool on)
{
    m_animated = on;
    for (QWidget* view : m_views) {
        if (auto answer = qobject_cast<AnswerView*>(view))
            answer->setAnimated(on);
    }
}

void ConversationView::followEnd()
{
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void ConversationView::resizeEvent(QResizeEvent* event)
{
    const bool atEnd = m_atEnd;
    QScrollArea::resizeEvent(event);
    if (atEnd)
        followEnd();
}

} // namespace lacuna::widgets
