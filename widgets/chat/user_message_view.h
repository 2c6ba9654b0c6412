// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace lacuna::widgets {

/// What a person wrote: plain text in a bubble, with "edit and resend".
class UserMessageView : public QFrame {
    Q_OBJECT
public:
    explicit UserMessageView(const QString& text, QWidget* parent = nullptr);

    QString text() const;

Q_SIGNALS:
    void editRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_text;
    QToolButton* m_edit;
};

} // namespace lacuna::widgets
