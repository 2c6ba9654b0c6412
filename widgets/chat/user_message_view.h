// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QToolButton;

namespace lacuna::widgets {

class MarkdownView;

/// What a person wrote: plain text in a bubble, with "edit and resend".
class UserMessageView : public QFrame {
    Q_OBJECT
public:
    explicit UserMessageView(const QString& text, QWidget* parent = nullptr);

    QString text() const { return m_text; }

Q_SIGNALS:
    void editRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    MarkdownView* m_view;
    QToolButton* m_edit;
};

} // namespace lacuna::widgets
