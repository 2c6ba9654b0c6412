// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace lacuna::widgets {

/// The field for the next message. Enter sends, Shift+Enter breaks the line; never while an input method composes.
/// Grows with its text up to a few lines.
class PromptEdit : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit PromptEdit(QWidget* parent = nullptr);

Q_SIGNALS:
    void submitted();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void inputMethodEvent(QInputMethodEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fit();

    bool m_composing = false;
};

} // namespace lacuna::widgets
