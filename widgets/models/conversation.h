// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tokenizer/chat_format.h"
#include "widgets/models/answer.h"

#include <optional>
#include <vector>

namespace lacuna::models {

/// One message of a conversation. Answers carry their trace, so that every step can be looked at again.
struct Message {
    tokenizer::ChatMessage::Role role = tokenizer::ChatMessage::Role::User;
    QString text;
    std::shared_ptr<const Answer> answer; ///< of assistant messages; may be null
};

/// A conversation as it is shown and stored.
struct Conversation {
    qint64 id = 0; ///< of the chat store, 0: not stored yet
    QString title; ///< made from the first message
    std::vector<Message> messages;
};

} // namespace lacuna::models
