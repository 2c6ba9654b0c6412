// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "tokenizer/chat_format.h"
#include "tokenizer/tokenizer.h"
#include "widgets/models/answer.h"
#include "widgets/models/conversation.h"

#include <QTimer>
#include <QWidget>

#include <memory>

class QAction;
class QSplitter;
class QTabWidget;

namespace lacuna::widgets {

class AnswerView;
class ConversationView;
class Job;
class MessageBar;
class OptionsPanel;
class PlotPanel;
class PromptPanel;
class TokenInspector;

/// The conversation above, the prompt below; beside them what an answer is made with and how its tokens were chosen,
/// and below what each step cost. Knows no engine: it asks by signals, and is told by its functions what happens.
class ChatPage : public QWidget {
    Q_OBJECT
public:
    /// What the page must know of the loaded model: to show tokens, and to count what is left of its context.
    struct ModelFacts {
        QString name;
        int context = 0; ///< positions
        std::shared_ptr<const tokenizer::Tokenizer> tokenizer;
        tokenizer::ChatFormat chatFormat;
    };
    enum class EngineState { NoModel, Loading, Ready, Generating, Stopping };

    explicit ChatPage(QWidget* parent = nullptr);

    void setModel(const ModelFacts& facts);
    void setEngineState(EngineState state);
    void setSettings(const models::GenerationSettings& settings); ///< of the loaded model
    void showModelProblem(const QString& text); ///< why the model that was opened cannot answer
    void setAnimated(bool on);
    const models::Conversation& conversation() const { return m_conversation; }
    void setConversation(const models::Conversation& conversation);
    void setConversationId(qint64 id) { m_conversation.id = id; } ///< of the chat store, before the first save
    QList<QAction*> menuActions() const; ///< for the main window's Chat menu
    void focusPrompt();
    QByteArray saveLayout() const; ///< splitters and what is shown
    void restoreLayout(const QByteArray& state);

    void addFrame(const diffusion::StepFramePtr& frame);
    void updateAnswer(const models::Answer& soFar); ///< a block is complete
    void finishAnswer(const models::Answer& answer);
    void failAnswer(const Error& error);
    void dropAnswer(); ///< the one that was asked for is not made after all; what was asked stays

Q_SIGNALS:
    void answerRequested(const std::vector<lacuna::tokenizer::ChatMessage>& messages,
                         const lacuna::models::GenerationSettings& settings);
    void stopRequested();
    void settingsChanged(const lacuna::models::GenerationSettings& settings);
    void conversationChanged(); ///< worth saving: before an answer starts, after each block, at its end, after edits
    void openModelRequested();

private:
    void buildActions();
    void connectParts();
    QAction* addMenuAction(const QString& text, const QKeySequence& shortcut, const QString& objectName);
    void send();
    void sendText(const QString& text);
    void startAnswer();
    void orderAnswer();
    void regenerate(int index);
    void regenerateLast();
    void edit(int index);
    void newChat();
    void stop();
    void storeAnswer(const models::Answer& answer);
    void look(AnswerView* view);
    void updateContextNote();
    void showContextNote(int prompt, bool draftIsEmpty);
    void explainSlowStop();
    void compareWithReplaced();
    void updateState();
    void updateActions();
    AnswerView* liveAnswer() const; ///< the one that is being made or waited for; null: none
    bool isAnswering() const { return liveAnswer() != nullptr; }
    std::vector<tokenizer::ChatMessage> messagesForModel(size_t count) const;
    std::vector<tokenizer::ChatMessage> messagesWithDraft(const QString& draft) const;

    ModelFacts m_model;
    EngineState m_state = EngineState::NoModel;
    models::Conversation m_conversation;
    int m_editIndex = -1; ///< of the user message that the prompt will replace, -1: none
    bool m_waiting = false; ///< a message is sent, but its model is still loading
    QString m_replaced; ///< text of the answer that is being made anew
    AnswerView* m_looked = nullptr; ///< whose steps inspector and plots show

    QSplitter* m_columns;
    QSplitter* m_rows;
    ConversationView* m_view;
    MessageBar* m_messages;
    PromptPanel* m_prompt;
    PlotPanel* m_plots;
    QTabWidget* m_side;
    OptionsPanel* m_options;
    TokenInspector* m_inspector;
    Job* m_counting; ///< the tokens of conversation and draft
    bool m_sendWhenCounted = false; ///< sending waits until it is known whether the message fits
    QTimer m_contextTimer; // single shot: counting tokens waits for a pause in typing
    QTimer m_stopTimer; // single shot: runs from Stop until the engine has stopped, then says why it takes so long
    QList<QAction*> m_menuActions;
    QAction* m_stop = nullptr;
    QAction* m_regenerate = nullptr;
    QAction* m_editLast = nullptr;
    QAction* m_copyAnswer = nullptr;
    QAction* m_clear = nullptr;
    QAction* m_showSide = nullptr;
    QAction* m_showPlots = nullptr;
};

} // namespace lacuna::widgets
