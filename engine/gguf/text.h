// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

#include <type_traits>

namespace lacuna::gguf {

/// Text for display: valid UTF-8 kept; control, format and invalid bytes escaped as `\n`, `\t`, `\r`, `\xNN` (one byte)
/// or `\u{NNNN}` (a code point); a backslash doubled. What comes out moves no cursor, turns no text around and hides
/// nothing.
QString escaped(QByteArrayView bytes);

/// The same in at most `length` characters, the last one "…" where there is more.
QString escapedStart(QByteArrayView bytes, qsizetype length);

/// Text for the middle of a sentence: escaped, cut to a length that a message can carry, in double quotes.
QString quoted(QByteArrayView bytes);

/// Controls, and what changes the look of other text: bidirectional marks, joiners, line and paragraph separators.
bool isInvisible(char32_t codePoint);

/// A sentence with values in the places %1, %2, …. All are filled in at once, so that a value which contains "%2"
/// itself, as text from a file may, stays as it is.
template<typename... Values>
QString sentence(const QString& pattern, const Values&... values)
{
    const auto text = [](const auto& value) {
        if constexpr (std::is_integral_v<std::decay_t<decltype(value)>>)
            return QString::number(value);
        else if constexpr (std::is_same_v<std::decay_t<decltype(value)>, QString>)
            return value;
        else
            return QString::fromLatin1(value);
    };
    return pattern.arg(text(values)...);
}

/// A path for display: native separators; invisible characters escaped, backslashes kept.
QString shownPath(const QString& path);

} // namespace lacuna::gguf
