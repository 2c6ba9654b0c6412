// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <vector>

namespace lacuna::tokenizer {

/// What splitting rules ask of a character: general categories L, N and P, and the property White_Space; all else is
/// Other.
enum class CharClass : quint8 { Other, Letter, Number, Whitespace, Punctuation };

/// Class of a code point in Unicode 15.1, the version that llama.cpp's tables have (Qt 6.4's are older).
CharClass charClass(char32_t codePoint);

/// Code points of a text, as llama.cpp reads it: where no well-formed sequence starts, one byte is skipped and counts
/// as U+FFFD. Surrogates pass as sequences of three bytes; over-long forms and what is beyond U+10FFFF do not.
std::vector<char32_t> decodeUtf8(QByteArrayView bytes);

/// Appends the UTF-8 form of a code point (surrogates in three bytes).
void appendUtf8(QByteArray& bytes, char32_t codePoint);

} // namespace lacuna::tokenizer
