// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/terminal_text.h"

#include <QChar>

#include <algorithm>
#include <iterator>

namespace lacuna::cli {

namespace {

struct Range {
    char32_t first;
    char32_t last;
};

/// Blocks whose characters are wide (East Asian Width W or F), as coarse as a terminal needs.
constexpr Range kWide[] = {
    {0x1100, 0x115f}, // Hangul Jamo, leading
    {0x231a, 0x231b},   {0x23e9, 0x23ec},   {0x25fd, 0x25fe},   {0x2614, 0x2615},   {0x2648, 0x2653},
    {0x267f, 0x267f},   {0x26a1, 0x26a1},   {0x26c4, 0x26c5},   {0x26ce, 0x26ce},   {0x26d4, 0x26d4},
    {0x26f2, 0x26f5},   {0x2705, 0x2705},   {0x270a, 0x270b},   {0x2728, 0x2728},   {0x274c, 0x274e},
    {0x2753, 0x2757},   {0x2795, 0x2797},   {0x2b1b, 0x2b1c},   {0x2b50, 0x2b55}, // wide symbols
    {0x2e80, 0x303e},   {0x3041, 0xa4cf}, // CJK radicals, kana, ideographs, Yi
    {0xa960, 0xa97c},   {0xac00, 0xd7a3}, // Hangul
    {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff01, 0xff60},   {0xffe0, 0xffe6}, // compatibility and fullwidth forms
    {0x16fe0, 0x18cff}, {0x1aff0, 0x1b2ff}, // Tangut, kana supplements
    {0x1f004, 0x1f004}, {0x1f0cf, 0x1f0cf}, {0x1f18e, 0x1f19a}, {0x1f1e6, 0x1f265}, {0x1f300, 0x1f64f},
    {0x1f680, 0x1f6ff}, {0x1f7e0, 0x1f7eb}, {0x1f900, 0x1faff}, // emoji
    {0x20000, 0x3fffd}, // ideographs
};

} // namespace

int displayWidth(char32_t character)
{
    const QChar::Category category = QChar::category(character);
    if (category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing || category == QChar::Other_Format)
        return 0;
    const auto* range =
        std::upper_bound(std::begin(kWide), std::end(kWide), character,
                         [](char32_t value, const Range& candidate) { return value < candidate.first; });
    return range != std::begin(kWide) && character <= std::prev(range)->last ? 2 : 1;
}

char32_t displayable(char32_t character)
{
    if (character == U'\t')
        return U' ';
    const bool isDirectionMark = character == 0x61c || (character >= 0x200e && character <= 0x200f)
        || (character >= 0x202a && character <= 0x202e) || (character >= 0x2066 && character <= 0x2069);
    const bool isLineBreak = character == 0x2028 || character == 0x2029;
    if (QChar::category(character) == QChar::Other_Control || isDirectionMark || isLineBreak)
        return QChar::ReplacementCharacter;
    return character;
}

} // namespace lacuna::cli
