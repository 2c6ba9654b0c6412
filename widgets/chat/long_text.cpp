// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/long_text.h"

#include <QTextBlock>
#include <QTextDocument>

#include <algorithm>

namespace lacuna::widgets {

namespace {

constexpr qsizetype LongestBlock = 4000; ///< characters

/// Of a block's format: it goes on with the line of the block before. Undo and redo keep it.
constexpr int Continues = QTextFormat::UserProperty;

QTextBlockFormat blockFormat(bool continues)
{
    QTextBlockFormat format;
    if (continues)
        format.setProperty(Continues, true);
    return format;
}

bool isLineEnd(QChar c)
{
    return c == u'\n' || c == u'\r' || c == QChar::LineSeparator || c == QChar::ParagraphSeparator;
}

} // namespace

void insertText(QTextCursor& cursor, QStringView text)
{
    while (!text.isEmpty()) {
        const qsizetype room = std::max<qsizetype>(LongestBlock - cursor.positionInBlock(), 0);
        const auto end = std::find_if(text.begin(), text.end(), isLineEnd);
        qsizetype length = std::min<qsizetype>(end - text.begin(), room);
        if (length > 0 && length < text.size() && text[length - 1].isHighSurrogate())
            --length; // both halves of a character in one block
        if (length > 0) {
            cursor.insertText(text.first(length).toString());
            text = text.sliced(length);
        }
        if (text.isEmpty())
            return;
        const bool ended = isLineEnd(text.front());
        if (ended)
            text = text.sliced(text.startsWith(u"\r\n") ? 2 : 1);
        cursor.insertBlock(blockFormat(!ended));
    }
}

QString textBetween(const QTextDocument& document, int begin, int end)
{
    QString text;
    text.reserve(end - begin);
    const QTextBlock first = document.findBlock(begin);
    for (QTextBlock block = first; block.isValid() && block.position() <= end; block = block.next()) {
        if (block != first && !block.blockFormat().hasProperty(Continues))
            text += u'\n';
        const int from = std::max(begin - block.position(), 0);
        text += QStringView(block.text())
                    .sliced(from, std::min<qsizetype>(end - block.position(), block.length() - 1) - from);
    }
    return text.replace(QChar::LineSeparator, u'\n');
}

} // namespace lacuna::widgets
