// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizer/unicode.h"

#include <algorithm>
#include <iterator>

namespace lacuna::tokenizer {
namespace {

using enum CharClass;

struct Range {
    char32_t first;
    CharClass charClass;
};

constexpr Range Ranges[] = {
#include "tokenizer/unicode_table.inc"
};

bool isContinuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

/// Bytes that a lead byte asks for, 0 where it is none.
int sequenceLength(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (lead < 0xC0)
        return 0;
    if (lead < 0xE0)
        return 2;
    if (lead < 0xF0)
        return 3;
    return lead < 0xF8 ? 4 : 0;
}

} // namespace

CharClass charClass(char32_t codePoint)
{
    const Range* next = std::upper_bound(std::begin(Ranges), std::end(Ranges), codePoint,
                                         [](char32_t value, const Range& range) { return value < range.first; });
    return std::prev(next)->charClass;
}

std::vector<char32_t> decodeUtf8(QByteArrayView bytes)
{
    constexpr char32_t Replacement = 0xFFFD;
    constexpr char32_t Smallest[] = {0, 0, 0x80, 0x800, 0x10000}; // code point for each length of sequence
    std::vector<char32_t> result;
    result.reserve(static_cast<size_t>(bytes.size()));
    for (qsizetype at = 0; at < bytes.size();) {
        const auto lead = static_cast<unsigned char>(bytes[at]);
        const int length = sequenceLength(lead);
        const bool whole = length > 0 && at + length <= bytes.size()
            && std::all_of(bytes.begin() + at + 1, bytes.begin() + at + length, isContinuation);
        char32_t codePoint = length > 1 ? static_cast<char32_t>(lead & (0x7F >> length)) : lead;
        for (int i = 1; whole && i < length; ++i)
            codePoint = (codePoint << 6) | (static_cast<unsigned char>(bytes[at + i]) & 0x3F);
        const bool valid = whole && codePoint >= Smallest[length] && codePoint <= 0x10FFFF;
        result.push_back(valid ? codePoint : Replacement);
        at += valid ? length : 1;
    }
    return result;
}

void appendUtf8(QByteArray& bytes, char32_t codePoint)
{
    const auto append = [&bytes](char32_t byte) {
        bytes.append(static_cast<char>(byte));
    };
    const auto continuation = [codePoint](int shift) {
        return 0x80 | ((codePoint >> shift) & 0x3F);
    };
    if (codePoint < 0x80) {
        append(codePoint);
    } else if (codePoint < 0x800) {
        append(0xC0 | (codePoint >> 6));
        append(continuation(0));
    } else if (codePoint < 0x10000) {
        append(0xE0 | (codePoint >> 12));
        append(continuation(6));
        append(continuation(0));
    } else {
        append(0xF0 | (codePoint >> 18));
        append(continuation(12));
        append(continuation(6));
        append(continuation(0));
    }
}

} // namespace lacuna::tokenizer
