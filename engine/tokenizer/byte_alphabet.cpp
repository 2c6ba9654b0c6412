// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizer/byte_alphabet.h"

#include "tokenizer/unicode.h"

#include <array>

namespace lacuna::tokenizer {
namespace {

constexpr char32_t FirstStandIn = 0x100;
constexpr int Bytes = 256;

constexpr bool isPrintableLatin1(int byte)
{
    return (byte > 0x20 && byte < 0x7F) || (byte > 0xA0 && byte != 0xAD);
}

constexpr std::array<char32_t, Bytes> makeAlphabet()
{
    std::array<char32_t, Bytes> alphabet {};
    char32_t standIn = FirstStandIn;
    for (int byte = 0; byte < Bytes; ++byte)
        alphabet[static_cast<size_t>(byte)] = isPrintableLatin1(byte) ? static_cast<char32_t>(byte) : standIn++;
    return alphabet;
}

constexpr std::array<char32_t, Bytes> Alphabet = makeAlphabet();
constexpr char32_t AlphabetEnd = FirstStandIn + 68; // one past the last stand-in: 68 bytes are not printable
static_assert(Alphabet[0xAD] == AlphabetEnd - 1);

/// Inverse of Alphabet, -1 for characters that are not in it.
constexpr std::array<int, AlphabetEnd> makeInverse()
{
    std::array<int, AlphabetEnd> inverse {};
    inverse.fill(-1);
    for (int byte = 0; byte < Bytes; ++byte)
        inverse[Alphabet[static_cast<size_t>(byte)]] = byte;
    return inverse;
}

constexpr std::array<int, AlphabetEnd> Inverse = makeInverse();

} // namespace

QByteArray toAlphabet(char byte)
{
    return toAlphabet(QByteArrayView(&byte, 1));
}

QByteArray toAlphabet(QByteArrayView bytes)
{
    QByteArray name;
    name.reserve(2 * bytes.size());
    for (const char byte : bytes)
        appendUtf8(name, Alphabet[static_cast<unsigned char>(byte)]);
    return name;
}

QByteArray fromAlphabet(QByteArrayView name)
{
    QByteArray bytes;
    bytes.reserve(name.size());
    for (qsizetype at = 0; at < name.size();) {
        // Characters of the alphabet take one byte or two.
        const auto lead = static_cast<unsigned char>(name[at]);
        const bool pair =
            (lead & 0xE0) == 0xC0 && at + 1 < name.size() && (static_cast<unsigned char>(name[at + 1]) & 0xC0) == 0x80;
        const size_t character =
            pair ? (static_cast<size_t>(lead & 0x1F) << 6) | (static_cast<unsigned char>(name[at + 1]) & 0x3F) : lead;
        const bool whole = pair || lead < 0x80;
        if (whole && character < Inverse.size() && Inverse[character] >= 0) {
            bytes.append(static_cast<char>(Inverse[character]));
            at += pair ? 2 : 1;
        } else {
            bytes.append(name[at++]);
        }
    }
    return bytes;
}

} // namespace lacuna::tokenizer
