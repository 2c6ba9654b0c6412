// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmark/prompt.h"

#include <QCoreApplication>

namespace lacuna::benchmark {

std::vector<TokenId> chatPrompt(const session::ModelSession& session, const QString& text)
{
    const tokenizer::ChatMessage message {tokenizer::ChatMessage::Role::User, text};
    return session.chatFormat().encode(*session.tokenizer(), {&message, 1});
}

QString standardQuestion()
{
    return QStringLiteral("Why is the sky blue? Explain it to a child in a few sentences.");
}

Result<std::vector<TokenId>> fillerPrompt(const session::ModelSession& session, int tokens)
{
    const std::vector<TokenId> sentence =
        session.tokenizer()->encode("A lacuna is a gap in a manuscript: a place where letters were lost, and readers "
                                    "have to guess what stood there. ",
                                    {.parseSpecial = false, .bos = tokenizer::Tokenizer::Bos::Off});
    if (sentence.empty() && tokens > 0)
        return failure(Error::Code::InvalidArgument,
                       QCoreApplication::translate("Benchmark", "The model's vocabulary cannot write English text."));
    std::vector<TokenId> prompt(static_cast<size_t>(tokens));
    for (size_t i = 0; i < prompt.size(); ++i)
        prompt[i] = sentence[i % sentence.size()];
    return prompt;
}

} // namespace lacuna::benchmark
