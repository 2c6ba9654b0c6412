// SPDX-License-Identifier: GPL-3.0-or-later
// What ChatPage tells about the room in the model's context: tokens are counted on another thread, for those of a
// pasted book take longer than a window may wait.
#include "widgets/chat/chat_page.h"

#include "widgets/chat/options_panel.h"
#include "widgets/chat/prompt_panel.h"
#include "widgets/common/job.h"

#include <utility>

namespace lacuna::widgets {

using tokenizer::ChatMessage;

namespace {

/// Of the whole conversation. `messages.back()` is cut where it is far too long to fit: then the count is a lower
/// bound that is above the context.
Result<int> countTokens(const ChatPage::ModelFacts& model, std::vector<ChatMessage> messages,
                        const std::stop_token& stop)
{
    constexpr qsizetype FarTooLong = 16; // characters for each token of the context; usual are three to five
    const auto count = [&] {
        return int(model.chatFormat.encode(*model.tokenizer, messages).size());
    };
    if (!messages.empty() && messages.back().text.size() > model.context * FarTooLong) {
        const QString whole =
            std::exchange(messages.back().text, messages.back().text.left(model.context * FarTooLong));
        if (const int least = count(); least > model.context)
            return least;
        messages.back().text = whole;
    }
    if (stop.stop_requested())
        return failure(Error::Code::Cancelled, {});
    return count();
}

} // namespace

std::vector<ChatMessage> ChatPage::messagesWithDraft(const QString& draft) const
{
    std::vector<ChatMessage> messages =
        messagesForModel(m_editIndex >= 0 ? size_t(m_editIndex) : m_conversation.messages.size());
    if (!draft.isEmpty())
        messages.push_back({ChatMessage::Role::User, draft});
    return messages;
}

void ChatPage::updateContextNote()
{
    m_contextTimer.stop();
    if (!m_model.tokenizer || m_state == EngineState::NoModel) {
        m_counting->cancel();
        m_prompt->setContextNote({}, true);
        return;
    }
    const QString draft = m_prompt->text().trimmed();
    m_counting->start<int>([model = m_model, messages = messagesWithDraft(draft)](
                               const Job::Control& control) { return countTokens(model, messages, control.stop); },
                           [this, isEmpty = draft.isEmpty()](const Result<int>& tokens) {
                               if (!tokens)
                                   return;
                               showContextNote(*tokens, isEmpty);
                               if (std::exchange(m_sendWhenCounted, false))
                                   send();
                           });
}

/// `prompt`: tokens of the conversation with the draft.
void ChatPage::showContextNote(int prompt, bool draftIsEmpty)
{
    const int answer = m_options->settings().genLength;
    const int left = m_model.context - prompt - answer;
    const QString editing =
        m_editIndex >= 0 ? tr("Editing: sending replaces this message and what came after it. ") : QString();
    if (left >= 0) {
        m_prompt->setContextNote(
            editing + tr("%1 of %2 tokens left after an answer of %3").arg(left).arg(m_model.context).arg(answer),
            true);
    } else {
        m_prompt->setContextNote(
            editing
                + tr("This does not fit: conversation and answer take at least %1 tokens, the model has %2. Start a "
                     "new chat, shorten the message, or lower the answer length.")
                      .arg(prompt + answer)
                      .arg(m_model.context),
            draftIsEmpty);
    }
}

} // namespace lacuna::widgets
