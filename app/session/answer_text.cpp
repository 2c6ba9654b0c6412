// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/answer_text.h"

#include <algorithm>

namespace lacuna::session {

namespace {

constexpr char16_t kGap = u'\u2026';

bool isBlank(const QByteArray& piece)
{
    return std::all_of(piece.begin(), piece.end(), [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); });
}

/// The ids that an answer's text is made of; masks in between are kept.
std::span<const TokenId> visibleIds(const tokenizer::Tokenizer& tokenizer, std::span<const TokenId> answer)
{
    const auto end = std::find_if(answer.begin(), answer.end(), [&](TokenId id) { return tokenizer.isEnd(id); });
    size_t size = size_t(end - answer.begin());
    const auto isUnseen = [&](TokenId id) {
        return id == tokenizer.mask() || tokenizer.isControl(id) || isBlank(tokenizer.piece(id));
    };
    while (size > 0 && isUnseen(answer[size - 1]))
        --size;
    return answer.first(size);
}

} // namespace

QString visibleText(const tokenizer::Tokenizer& tokenizer, std::span<const TokenId> answer)
{
    const std::span<const TokenId> ids = visibleIds(tokenizer, answer);
    QString text;
    for (auto begin = ids.begin(); begin != ids.end();) {
        const bool gap = *begin == tokenizer.mask();
        const auto end = std::find_if(begin, ids.end(), [&](TokenId id) { return (id == tokenizer.mask()) != gap; });
        if (gap)
            text += kGap;
        else
            text += QString::fromUtf8(tokenizer.decode({begin, end}));
        begin = end;
    }
    while (!text.isEmpty() && text.back().isSpace())
        text.chop(1);
    return text;
}

int visibleTokens(const tokenizer::Tokenizer& tokenizer, std::span<const TokenId> answer)
{
    const std::span<const TokenId> ids = visibleIds(tokenizer, answer);
    return int(std::count_if(ids.begin(), ids.end(),
                             [&](TokenId id) { return id != tokenizer.mask() && !tokenizer.isControl(id); }));
}

} // namespace lacuna::session
