// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/prompt_edit.h"

#include "widgets/chat/long_text.h"

#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QTextBlock>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lacuna::widgets {

namespace {

constexpr int LeastLines = 2;
constexpr int MostLines = 8;
constexpr qsizetype PieceLength = 32 * 1024; ///< characters: some milliseconds of work

/// The first piece of the text, which it loses.
QString takePiece(QString& text)
{
    qsizetype length = std::min(PieceLength, text.size());
    if (length < text.size() && (text[length - 1].isHighSurrogate() || text[length - 1] == u'\r'))
        --length; // what belongs together
    QString piece = text.first(length);
    text.remove(0, length);
    return piece;
}

} // namespace

PromptEdit::PromptEdit(QWidget* parent)
    : QPlainTextEdit(parent)
{
    setTabChangesFocus(true);
    connect(this, &QPlainTextEdit::textChanged, this, &PromptEdit::fit);
    connect(&m_insertTimer, &QTimer::timeout, this, &PromptEdit::insertMore);
    fit();
}

QString PromptEdit::text() const
{
    return textBetween(*document(), 0, document()->characterCount() - 1);
}

bool PromptEdit::hasText() const
{
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (!block.text().trimmed().isEmpty())
            return true;
    }
    return false;
}

void PromptEdit::setText(const QString& text)
{
    m_insertTimer.stop();
    m_insertions.clear();
    clear();
    insert(text);
}

QMimeData* PromptEdit::createMimeDataFromSelection() const
{
    const QTextCursor selection = textCursor();
    auto copy = new QMimeData;
    copy->setText(textBetween(*document(), selection.selectionStart(), selection.selectionEnd()));
    return copy;
}

void PromptEdit::insertFromMimeData(const QMimeData* source)
{
    if (source->hasText())
        insert(source->text());
}

/// The first piece at once, so that a text of usual length is there when this returns; unless another text still goes
/// in, which comes first.
void PromptEdit::insert(const QString& text)
{
    m_insertions.push_back({textCursor(), text});
    if (m_insertions.size() > 1)
        return;
    insertMore();
    ensureCursorVisible();
}

void PromptEdit::insertMore()
{
    Insertion& insertion = m_insertions.front();
    if (std::exchange(insertion.isBegun, true)) {
        insertion.place.joinPreviousEditBlock(); // one step to undo
    } else {
        insertion.place.beginEditBlock();
        insertion.place.removeSelectedText();
    }
    QTextCursor place = insertion.place;
    const QString piece = takePiece(insertion.rest);
    if (insertion.rest.isEmpty())
        m_insertions.pop_front();
    if (m_insertions.empty())
        m_insertTimer.stop();
    else
        m_insertTimer.start(0);
    insertText(place, piece); // tells that the text has changed, and whether more is to come must be known by then
    place.endEditBlock();
    if (!isInserting())
        ensureCursorVisible();
}

void PromptEdit::keyPressEvent(QKeyEvent* event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!enter || m_composing || (event->modifiers() & Qt::ShiftModifier)) {
        QPlainTextEdit::keyPressEvent(event);
        return;
    }
    Q_EMIT submitted();
}

void PromptEdit::inputMethodEvent(QInputMethodEvent* event)
{
    m_composing = !event->preeditString().isEmpty();
    QPlainTextEdit::inputMethodEvent(event);
}

void PromptEdit::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    fit();
}

void PromptEdit::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

void PromptEdit::fit()
{
    int lines = 0;
    for (QTextBlock block = document()->begin(); block.isValid() && lines < MostLines; block = block.next())
        lines += std::max(block.lineCount(), 1);
    lines = std::clamp(lines, LeastLines, MostLines);
    const int height = int(std::ceil(lines * QFontMetricsF(font()).lineSpacing() + 2 * document()->documentMargin()))
        + 2 * frameWidth();
    setFixedHeight(height);
}

} // namespace lacuna::widgets
