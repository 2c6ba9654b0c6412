// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <tl/expected.hpp>

#include <optional>
#include <utility>

namespace lacuna {

/// What went wrong, as a value. Nothing that a file, a prompt or a setting contains is answered otherwise.
struct Error {
    enum class Code {
        Io, ///< the file system or the operating system said no
        NotGguf, ///< not a GGUF file at all
        Malformed, ///< a GGUF file that breaks the format's rules
        Unsupported, ///< well formed, but this engine has no code for it
        Missing, ///< a key, a tensor or a shard that is needed is not there
        InvalidArgument, ///< a request that makes no sense
        OutOfMemory, ///< the work would not fit
        Cancelled, ///< stopped on request
    };

    Code code;
    QString message; ///< a sentence for the user: what was wrong, and where
    std::optional<quint64> offset; ///< byte in the file at which it was seen, where there is one
    QString subject; ///< the key, tensor or file that it is about, escaped for display; may be empty
    QString advice {}; ///< what to do, where the message does not say so and the code alone does not tell; may be empty

    QString text() const { return advice.isEmpty() ? message : message + u' ' + advice; } ///< message and advice
};

template<typename T>
using Result = tl::expected<T, Error>;

/// Shorthand for `return failure(Error::Code::Missing, "…");`
[[nodiscard]] inline tl::unexpected<Error> failure(Error::Code code, QString message,
                                                   std::optional<quint64> offset = std::nullopt, QString subject = {},
                                                   QString advice = {})
{
    return tl::unexpected<Error>(Error {code, std::move(message), offset, std::move(subject), std::move(advice)});
}

/// A position in the vocabulary.
using TokenId = qint32;

} // namespace lacuna
