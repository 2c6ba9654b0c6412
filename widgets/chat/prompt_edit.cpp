// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/prompt_edit.h"

#include "widgets/chat/long_text.h"

#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QTextBlock>

#include <algorithm>
#include <cmath>

namespace lacuna::widgets {

namespace {

constexpr int LeastLines = 2;
constexpr int MostLines = 8;
constexpr qsizetype PieceLength = 32 * 1024; ///< characters: some milliseconds of work

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
    m_rest.clear();
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

/// The first piece at once, so that a text of usual length is there when this returns.
void PromptEdit::insert(const QString& text)
{
    while (isInserting())
        insertMore(); // a second text is rare, but must not come between
    m_place = textCursor();
    m_place.beginEditBlock();
    m_place.removeSelectedText();
    m_rest = text;
    insertPiece();
    m_place.endEditBlock();
    ensureCursorVisible();
}

void PromptEdit::insertMore()
{
    m_place.joinPreviousEditBlock(); // one step to undo
    insertPiece();
    m_place.endEditBlock();
    if (!isInserting())
        ensureCursorVisible();
}

void PromptEdit::insertPiece()
{
    qsizetype length = std::min(PieceLength, m_rest.size());
    if (length < m_rest.size() && (m_rest[length - 1].isHighSurrogate() || m_rest[length - 1] == u'\r'))
        --length; // what belongs together
    const QString piece = m_rest.first(length);
    m_rest.remove(0, length);
    if (m_rest.isEmpty())
        m_insertTimer.stop();
    else
        m_insertTimer.start(0);
    insertText(m_place, piece);
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
