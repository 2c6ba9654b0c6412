// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tokenizer/tokenizer.h"

#include <QString>

#include <span>
#include <vector>

namespace lacuna::tokenizer {

struct ChatMessage {
    enum class Role { System, User, Assistant };
    Role role;
    QString text;
};

/// How a model wants a conversation written. Recognised from `tokenizer.chat_template` by the markers in it; the
/// template is never executed.
class ChatFormat {
public:
    enum class Kind {
        LladaHeader, ///< `<|start_header_id|>role<|end_header_id|>`, blank line, text, `<|eot_id|>` (LLaDA)
        ChatMl, ///< `<|im_start|>role`, line feed, text, `<|im_end|>`, line feed (Dream)
        RoleTags, ///< `<role>ROLE</role>`, text, `<|role_end|>` (LLaDA 2.x)
        Plain, ///< the texts alone, with blank lines between them
    };

    /// Plain with a warning() where the template is missing or unknown.
    static ChatFormat recognise(const Tokenizer& tokenizer);

    Kind kind() const { return m_kind; }
    QString name() const; ///< for people: "LLaDA header", "ChatML", …
    QString warning() const { return m_warning; } ///< a sentence, empty where the template was recognised

    /// Ids of the whole conversation plus the opening of the assistant's next turn. The messages' text is encoded with
    /// special tokens off, so a user cannot forge a turn. One BOS at most: where the template prints it or the file
    /// asks for it. `tokenizer` must be the one that the format was recognised from.
    std::vector<TokenId> encode(const Tokenizer& tokenizer, std::span<const ChatMessage> messages) const;

private:
    Kind m_kind = Kind::Plain;
    bool m_trim = false; ///< the template trims the messages
    bool m_printsBos = false;
    QString m_defaultSystem; ///< system text where the conversation has none; empty: no system turn
    QString m_systemSuffix; ///< the template adds it to every system turn, which is then always there
    QString m_warning;
};

} // namespace lacuna::tokenizer
