// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/prompt_panel.h"

#include "widgets/chat/prompt_edit.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

namespace lacuna::widgets {

PromptPanel::PromptPanel(QWidget* parent)
    : QWidget(parent)
    , m_edit(new PromptEdit(this))
    , m_button(new QPushButton(this))
    , m_note(new QLabel(this))
{
    m_edit->setObjectName(QStringLiteral("promptEdit"));
    m_edit->setAccessibleName(tr("Your message"));
    m_edit->setPlaceholderText(tr("Write a message. Enter sends, Shift+Enter starts a new line."));
    m_button->setObjectName(QStringLiteral("sendButton"));
    m_note->setObjectName(QStringLiteral("contextNote"));
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setWordWrap(true);

    auto layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_edit, 0, 0);
    layout->addWidget(m_button, 0, 1, Qt::AlignBottom);
    layout->addWidget(m_note, 1, 0, 1, 2);

    connect(m_edit, &PromptEdit::submitted, this, [this] {
        if (m_mode == Mode::Ready || m_mode == Mode::Waiting)
            activate();
    });
    connect(m_edit, &QPlainTextEdit::textChanged, this, [this] {
        updateButton();
        Q_EMIT textChanged();
    });
    connect(m_button, &QPushButton::clicked, this, &PromptPanel::activate);
    updateButton();
}

void PromptPanel::setMode(Mode mode)
{
    m_mode = mode;
    updateButton();
}

QString PromptPanel::text() const
{
    return m_edit->text();
}

bool PromptPanel::isInserting() const
{
    return m_edit->isInserting();
}

bool PromptPanel::isEmpty() const
{
    return m_edit->document()->isEmpty();
}

void PromptPanel::setText(const QString& text)
{
    m_edit->setText(text);
}

void PromptPanel::clear()
{
    m_edit->setText({});
}

void PromptPanel::focusField()
{
    m_edit->setFocus();
}

QWidget* PromptPanel::field() const
{
    return m_edit;
}

void PromptPanel::setContextNote(const QString& note, bool fits)
{
    m_fits = fits;
    m_note->setText(note);
    m_note->setForegroundRole(fits ? QPalette::PlaceholderText : QPalette::WindowText);
    updateButton();
}

void PromptPanel::activate()
{
    if (m_mode == Mode::Answering)
        Q_EMIT stopRequested();
    else if (m_mode != Mode::Stopping && (m_mode == Mode::NoModel || hasWholeText()))
        Q_EMIT sendRequested();
}

bool PromptPanel::hasWholeText() const
{
    return !isInserting() && m_edit->hasText();
}

void PromptPanel::updateButton()
{
    switch (m_mode) {
    case Mode::NoModel:
        m_button->setText(tr("Open model …"));
        m_button->setEnabled(true);
        break;
    case Mode::Waiting:
    case Mode::Ready:
        m_button->setText(tr("Send"));
        m_button->setEnabled(hasWholeText() && m_fits);
        break;
    case Mode::Answering:
        m_button->setText(tr("Stop"));
        m_button->setEnabled(true);
        break;
    case Mode::Stopping:
        m_button->setText(tr("Stopping …"));
        m_button->setEnabled(false);
        break;
    }
}

} // namespace lacuna::widgets
