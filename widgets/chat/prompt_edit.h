// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <QTextCursor>
#include <QTimer>

#include <deque>

namespace lacuna::widgets {

/// The field for the next message. Enter sends, Shift+Enter breaks the line; never while an input method composes.
/// Grows with its text up to a few lines. However long a text is pasted, the window stays free.
class PromptEdit : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit PromptEdit(QWidget* parent = nullptr);

    QString text() const; ///< as it was written or pasted
    bool hasText() const; ///< anything but white space
    void setText(const QString& text);
    bool isInserting() const { return m_insertTimer.isActive(); } ///< a part of a long text is still to come

Q_SIGNALS:
    void submitted();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void inputMethodEvent(QInputMethodEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    QMimeData* createMimeDataFromSelection() const override;
    void insertFromMimeData(const QMimeData* source) override;

private:
    void fit();
    void insert(const QString& text);
    void insertMore();

    bool m_composing = false;
    struct Insertion {
        QTextCursor place; ///< where it goes on
        QString rest;
        bool isBegun = false;
    };
    std::deque<Insertion> m_insertions; // of long texts, one after the other
    QTimer m_insertTimer; // runs only while there are any
};

} // namespace lacuna::widgets
