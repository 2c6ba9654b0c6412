// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/conversation.h"

#include <QScrollArea>

class QVBoxLayout;

namespace lacuna::widgets {

class AnswerView;

/// The messages of a conversation from top to bottom; scrolls along with an answer unless the reader has scrolled away.
/// While it is empty it offers example prompts.
class ConversationView : public QScrollArea {
    Q_OBJECT
public:
    explicit ConversationView(QWidget* parent = nullptr);

    void setConversation(const models::Conversation& conversation);
    void addUserMessage(const QString& text);
    AnswerView* addAnswer(); ///< at the end, empty
    AnswerView* lastAnswer() const; ///< null: there is none
    void removeFrom(int index); ///< this message and all after it
    void setAnimated(bool on);

Q_SIGNALS:
    void exampleChosen(const QString& prompt);
    void editRequested(int index); ///< of a user message
    void regenerateRequested(int index); ///< of an answer
    void looked(lacuna::widgets::AnswerView* view);
    void positionChosen(); ///< of the answer that was looked at last

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeWelcome();
    void addView(QWidget* view);
    void placeInTabOrder(QWidget* view);
    void followEnd();

    QVBoxLayout* m_column;
    QWidget* m_welcome;
    std::vector<QWidget*> m_views; // one per message
    bool m_animated = true;
    bool m_atEnd = true;
};

} // namespace lacuna::widgets
