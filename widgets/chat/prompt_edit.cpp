// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/prompt_edit.h"

#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QTextBlock>

#include <algorithm>
#include <cmath>

namespace lacuna::widgets {

namespace {

constexpr int LeastLines = 2;
constexpr int MostLines = 8;

} // namespace

PromptEdit::PromptEdit(QWidget* parent)
    : QPlainTextEdit(parent)
{
    setTabChangesFocus(true);
    connect(this, &QPlainTextEdit::textChanged, this, &PromptEdit::fit);
    fit();
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
