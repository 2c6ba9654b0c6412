// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizer/chat_format.h"

#include <QByteArrayList>

#include <algorithm>

namespace lacuna::tokenizer {
namespace {

using Kind = ChatFormat::Kind;
using Role = ChatMessage::Role;

/// The fixed parts of a turn: `open` role `afterRole` glue text `close` `afterClose`. Those in the left column are
/// special tokens.
struct Markers {
    Kind kind;
    const char* name;
    const char* open;
    const char* afterRole;
    const char* close;
    const char* glue;
    const char* afterClose;
    const char* roles[3]; ///< by Role
};

constexpr Markers Known[] = {
    {Kind::LladaHeader,
     "LLaDA header",
     "<|start_header_id|>",
     "<|end_header_id|>",
     "<|eot_id|>",
     "\n\n",
     "",
     {"system", "user", "assistant"}},
    {Kind::ChatMl, "ChatML", "<|im_start|>", "", "<|im_end|>", "\n", "\n", {"system", "user", "assistant"}},
    {Kind::RoleTags, "role tags", "<role>", "</role>", "<|role_end|>", "", "", {"SYSTEM", "HUMAN", "ASSISTANT"}},
};

const Markers* markersOf(Kind kind)
{
    const auto* found = std::find_if(std::begin(Known), std::end(Known),
                                     [kind](const Markers& markers) { return markers.kind == kind; });
    return found == std::end(Known) ? nullptr : found;
}

/// The system text that a ChatML template writes itself where a conversation has none: the literal text, if there is
/// one, between the opening of a system turn and its end. Templates hold the line feed as such or escaped.
QString literalSystemText(QByteArrayView chatTemplate)
{
    constexpr QByteArrayView Close = "<|im_end|>";
    for (const QByteArrayView open :
         {QByteArrayView("<|im_start|>system\n"), QByteArrayView("<|im_start|>system\\n")}) {
        const qsizetype begin = chatTemplate.indexOf(open);
        const qsizetype end = begin < 0 ? -1 : chatTemplate.indexOf(Close, begin);
        if (end < 0)
            continue;
        const QByteArrayView text = chatTemplate.sliced(begin + open.size(), end - begin - open.size());
        const bool isLiteral = std::none_of(
            text.begin(), text.end(), [](char character) { return QByteArrayView("'\"{}\\+").contains(character); });
        if (isLiteral)
            return QString::fromUtf8(text);
    }
    return {};
}

/// Puts a conversation together. Text between two special tokens is encoded in one go, as it would be in a whole
/// prompt.
class Writer {
public:
    explicit Writer(const Tokenizer& tokenizer)
        : m_tokenizer(tokenizer)
    {
    }

    void bos() { m_ids.push_back(m_tokenizer.bos()); }
    void text(const QByteArray& text) { m_pending += text; }

    /// A marker that is no token of this vocabulary is written as text.
    void marker(const char* name)
    {
        const TokenId id = m_tokenizer.find(name);
        if (id < 0) {
            m_pending += name;
            return;
        }
        flush();
        m_ids.push_back(id);
    }

    std::vector<TokenId> take()
    {
        flush();
        return std::move(m_ids);
    }

private:
    void flush()
    {
        const std::vector<TokenId> ids =
            m_tokenizer.encode(m_pending, {.parseSpecial = false, .bos = Tokenizer::Bos::Off});
        m_ids.insert(m_ids.end(), ids.begin(), ids.end());
        m_pending.clear();
    }

    const Tokenizer& m_tokenizer;
    std::vector<TokenId> m_ids;
    QByteArray m_pending;
};

void openTurn(Writer& writer, const Markers& markers, Role role)
{
    writer.marker(markers.open);
    writer.text(markers.roles[static_cast<int>(role)]);
    if (*markers.afterRole)
        writer.marker(markers.afterRole);
    writer.text(markers.glue);
}

} // namespace

ChatFormat ChatFormat::recognise(const Tokenizer& tokenizer)
{
    const QByteArrayView chatTemplate = tokenizer.chatTemplate();
    ChatFormat format;
    if (chatTemplate.isEmpty()) {
        format.m_warning = QStringLiteral("The file has no chat template; messages are written as plain text.");
        return format;
    }
    format.m_trim =
        chatTemplate.contains("| trim") || chatTemplate.contains("|trim") || chatTemplate.contains(".strip()");
    format.m_printsBos = chatTemplate.contains("bos_token");

    const auto* markers = std::find_if(std::begin(Known), std::end(Known), [&chatTemplate](const Markers& known) {
        return chatTemplate.contains(known.open) && chatTemplate.contains(known.close);
    });
    if (markers == std::end(Known)) {
        format.m_warning =
            QStringLiteral("The file's chat template is of a form that this program does not know; messages "
                           "are written as plain text, which the model may not answer well.");
        return format;
    }
    if (tokenizer.find(markers->close) < 0) {
        format.m_warning =
            QStringLiteral("The file's chat template ends turns with %1, which is not in its vocabulary; "
                           "messages are written as plain text.")
                .arg(QLatin1String(markers->close));
        return format;
    }
    format.m_kind = markers->kind;
    if (format.m_kind == Kind::ChatMl)
        format.m_defaultSystem = literalSystemText(chatTemplate);
    // Ling's and LLaDA 2's template ends every system turn with the state of the thinking switch, which starts as off.
    if (format.m_kind == Kind::RoleTags && chatTemplate.contains("detailed thinking"))
        format.m_systemSuffix = QStringLiteral("detailed thinking off");
    return format;
}

QString ChatFormat::name() const
{
    const Markers* markers = markersOf(m_kind);
    return QString::fromLatin1(markers ? markers->name : "plain text");
}

std::vector<TokenId> ChatFormat::encode(const Tokenizer& tokenizer, std::span<const ChatMessage> messages) const
{
    Writer writer(tokenizer);
    if (tokenizer.bos() >= 0 && (m_printsBos || tokenizer.addsBos()))
        writer.bos();

    const Markers* markers = markersOf(m_kind);
    const auto turn = [&](Role role, const QString& text) {
        openTurn(writer, *markers, role);
        writer.text((m_trim ? text.trimmed() : text).toUtf8());
        if (role == Role::System && !m_systemSuffix.isEmpty())
            writer.text((text.isEmpty() ? m_systemSuffix : QLatin1Char('\n') + m_systemSuffix).toUtf8());
        writer.marker(markers->close);
        writer.text(markers->afterClose);
    };

    if (!markers) {
        QByteArrayList texts;
        for (const ChatMessage& message : messages)
            texts += message.text.toUtf8();
        writer.text(texts.join("\n\n"));
        return writer.take();
    }
    const bool hasSystem = !messages.empty() && messages.front().role == Role::System;
    if (!hasSystem && (!m_defaultSystem.isEmpty() || !m_systemSuffix.isEmpty()))
        turn(Role::System, m_defaultSystem);
    for (const ChatMessage& message : messages)
        turn(message.role, message.text);
    openTurn(writer, *markers, Role::Assistant);
    return writer.take();
}

} // namespace lacuna::tokenizer
