// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/text.h"

#include <QDir>

#include <algorithm>
#include <array>

namespace lacuna::gguf {

namespace {

constexpr qsizetype s_quotedBytes = 80;

struct CodePoint {
    char32_t value;
    int bytes; ///< 0: the bytes at this place are not UTF-8
};

/// The code point at the beginning of `bytes`, which is not empty. Overlong forms and surrogates are invalid.
CodePoint decodeUtf8(QByteArrayView bytes)
{
    const auto lead = static_cast<uchar>(bytes[0]);
    if (lead < 0x80)
        return {lead, 1};
    const int length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || bytes.size() < length)
        return {0, 0};
    char32_t value = lead & (0x7fu >> length);
    for (int i = 1; i < length; ++i) {
        const auto byte = static_cast<uchar>(bytes[i]);
        if ((byte & 0xc0) != 0x80)
            return {0, 0};
        value = (value << 6) | (byte & 0x3fu);
    }
    constexpr std::array<char32_t, 5> s_smallest {0, 0, 0x80, 0x800, 0x10000};
    if (value < s_smallest[size_t(length)] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
        return {0, 0};
    return {value, length};
}

QString byteEscape(uchar byte)
{
    return QStringLiteral("\\x%1").arg(byte, 2, 16, QLatin1Char('0'));
}

QString escapedCodePoint(char32_t codePoint)
{
    switch (codePoint) {
    case '\n':
        return QStringLiteral("\\n");
    case '\t':
        return QStringLiteral("\\t");
    case '\r':
        return QStringLiteral("\\r");
    case '\\':
        return QStringLiteral("\\\\");
    default:
        return codePoint < 0x80 ? byteEscape(static_cast<uchar>(codePoint))
                                : QStringLiteral("\\u{%1}").arg(uint(codePoint), 4, 16, QLatin1Char('0'));
    }
}

} // namespace

bool isInvisible(char32_t codePoint)
{
    switch (QChar::category(codePoint)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    default:
        return false;
    }
}

QString escaped(QByteArrayView bytes)
{
    QString text;
    text.reserve(bytes.size());
    while (!bytes.isEmpty()) {
        const CodePoint next = decodeUtf8(bytes);
        if (next.bytes == 0)
            text += byteEscape(static_cast<uchar>(bytes[0]));
        else if (next.value == '\\' || isInvisible(next.value))
            text += escapedCodePoint(next.value);
        else
            text += QStringView(QChar::fromUcs4(next.value));
        bytes = bytes.sliced(std::max(next.bytes, 1));
    }
    return text;
}

QString escapedStart(QByteArrayView bytes, qsizetype length)
{
    // Cut before escaping: a value of a gigabyte is not converted for a hundred characters. No character takes more
    // than four bytes, so that what is kept of the bytes fills the length.
    const qsizetype kept = std::min(bytes.size(), 4 * (length + 1));
    QString text = escaped(bytes.first(kept));
    if (text.size() <= length)
        return text;
    qsizetype end = std::max<qsizetype>(length - 1, 0);
    if (end > 0 && text[end - 1].isHighSurrogate())
        --end;
    return text.left(end) + u'…';
}

QString quoted(QByteArrayView bytes)
{
    if (bytes.size() <= s_quotedBytes)
        return u'"' + escaped(bytes) + u'"';
    qsizetype end = s_quotedBytes;
    while (end > 0 && (static_cast<uchar>(bytes[end]) & 0xc0) == 0x80) // not in the middle of a character
        --end;
    return u'"' + escaped(bytes.first(end)) + QStringLiteral("…\" (%1 bytes)").arg(bytes.size());
}

QString shownPath(const QString& path)
{
    QString text;
    for (const char32_t codePoint : QDir::toNativeSeparators(path).toUcs4()) {
        if (isInvisible(codePoint))
            text += escapedCodePoint(codePoint);
        else
            text += QStringView(QChar::fromUcs4(codePoint));
    }
    return text;
}

} // namespace lacuna::gguf
