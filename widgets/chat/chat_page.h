// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// INTERFACE SKETCH, the owner of widgets/chat completes it.

#include "error.h"
#include "tokenizer/chat_format.h"
#include "tokenizer/tokenizer.h"
#include "widgets/models/answer.h"
#include "widgets/models/conversation.h"

#include <QWidget>

#include <memory>

namespace lacuna::widgets {

/// The conversation above, the prompt below, the canvas of the answer being made between them.
/// Knows no engine: it asks by signals, and is told by its slots what happens.
class ChatPage : public QWidget {
    Q_OBJECT
public:
    /// What the page must know of the loaded model to count what is left of its context.
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
    void setAnimated(bool on);
    models::Conversation conversation() const;
    void setConversation(const models::Conversation& conversation);
    void setConversationId(qint64 id); ///< the chat store gave it
    QList<QAction*> menuActions() const; ///< for the main window's Chat menu
    void focusPrompt();

    void addFrame(const diffusion::StepFramePtr& frame);
    void updateAnswer(const models::Answer& soFar); ///< a block is complete
    void finishAnswer(const models::Answer& answer);
    void failAnswer(const Error& error);

Q_SIGNALS:
    void answerRequested(const std::vector<lacuna::tokenizer::ChatMessage>& messages,
                         const lacuna::models::GenerationSettings& settings);
    void stopRequested();
    void settingsChanged(const lacuna::models::GenerationSettings& settings);
    void conversationChanged(); ///< worth saving: before an answer starts, after each block, at its end, after edits
    void openModelRequested();
};

} // namespace lacuna::widgets
