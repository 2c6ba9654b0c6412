// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace lacuna::tokenizer {

/// Byte-level vocabularies write each byte as a printable character (GPT-2's bytes_to_unicode): bytes that are
/// printable in Latin-1 stand for themselves, the others, in order, for U+0100 and up. "Ġ" is the space, "Ċ" the line
/// feed.

/// The character of one byte, in UTF-8.
QByteArray toAlphabet(char byte);
/// The characters of all bytes.
QByteArray toAlphabet(QByteArrayView bytes);
/// The bytes that a token's name stands for. What is not of the alphabet stays as it is.
QByteArray fromAlphabet(QByteArrayView name);

} // namespace lacuna::tokenizer
