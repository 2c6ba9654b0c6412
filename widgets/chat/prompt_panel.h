// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace lacuna::widgets {

class PromptEdit;

/// The field for the next message with Send, which is Stop during an answer, and a line about what is left of the
/// context. Typing always works; sending waits for a model.
class PromptPanel : public QWidget {
    Q_OBJECT
public:
    enum class Mode {
        NoModel, ///< Send opens a model
        Waiting, ///< a model loads: a message that is sent now goes out when it is ready
        Ready,
        Answering, ///< Send is Stop
        Stopping,
    };

    explicit PromptPanel(QWidget* parent = nullptr);

    void setMode(Mode mode);
    QString text() const;
    bool isEmpty() const;
    bool isInserting() const; ///< a long text is still on its way into the field
    void setText(const QString& text);
    void clear();
    void focusField();
    /// What is left of the context, or why the message would not fit.
    void setContextNote(const QString& note, bool fits);
    bool fits() const { return m_fits; }
    QWidget* field() const;

Q_SIGNALS:
    void sendRequested();
    void stopRequested();
    void textChanged();

private:
    void activate();
    void updateButton();
    bool hasWholeText() const;

    Mode m_mode = Mode::NoModel;
    bool m_fits = true;
    PromptEdit* m_edit;
    QPushButton* m_button;
    QLabel* m_note;
};

} // namespace lacuna::widgets
