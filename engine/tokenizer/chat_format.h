// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// INTERFACE SKETCH, the owner of tokenizer/ completes it.

#include "tokenizer/tokenizer.h"

namespace lacuna::tokenizer {

struct ChatMessage {
    enum class Role { System, User, Assistant };
    Role role;
    QString text;
};

/// How a model wants a conversation written. Recognised from `tokenizer.chat_template`, never executed.
class ChatFormat {
public:
    enum class Kind { LladaHeader, ChatMl, RoleTags, Plain };
    static ChatFormat recognise(const gguf::File& file); ///< Plain with a warning() where the template is unknown
    Kind kind() const;
    QString name() const;
    QString warning() const; ///< a sentence, empty where the template was recognised
    /// Ids of the whole conversation plus the opening of the assistant's next turn. The messages' text is encoded with
    /// special tokens off, so a user cannot forge a turn. At most one BOS.
    std::vector<TokenId> encode(const Tokenizer& tokenizer, std::span<const ChatMessage> messages) const;
};

} // namespace lacuna::tokenizer
