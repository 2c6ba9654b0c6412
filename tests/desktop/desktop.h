// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "desktop/chat_store.h"
#include "desktop/engine_controller.h"
#include "desktop/main_window.h"
#include "desktop/settings.h"
#include "support/random_model.h"
#include "widgets/models/generation_settings.h"

#include <QAbstractButton>
#include <QPlainTextEdit>
#include <QString>

namespace lacuna::widgets {
class AnswerView;
}

namespace lacuna::test {

/// Points the process's own folders to a temporary one and picks the offscreen platform: from initMain(), before there
/// is an application.
void isolateProcess();

/// The whole program as main() puts it together, on a settings file and a chat database in `folder`.
class Desktop {
public:
    using State = app::EngineController::State;

    explicit Desktop(const QString& folder, app::MemoryProbe availableMemory = runtime::availableMemory);

    void show(); ///< and waits until the window is active: shortcuts work from then on
    /// Shows the window, and starts as the program does; see MainWindow::start().
    void start(const QString& model = {});
    /// The same, and waits for the model; `generation` becomes its settings.
    bool startReady(const QString& model, const models::GenerationSettings& generation);

    template<typename T>
    T* find(const char* objectName) const
    {
        return window.findChild<T*>(QString::fromLatin1(objectName));
    }
    QPlainTextEdit* prompt() const { return find<QPlainTextEdit>("promptEdit"); }
    QAbstractButton* sendButton() const { return find<QAbstractButton>("sendButton"); }
    QAction* action(const char* objectName) const; ///< of a menu
    QAction* actionCalled(const QString& text) const; ///< of a menu, by its text without & and …
    QString modelMessage() const; ///< what the bars of window and Model page say, if they show
    widgets::AnswerView* lastAnswer() const; ///< null: none

    /// Types into the prompt and presses Enter.
    void say(const QString& text);
    bool waitForState(State state, int ms = 20000);
    /// Until the next answer has ended that no earlier call has waited for.
    bool waitForAnswer(int ms = 30000);
    bool waitForSteps(int steps, int ms = 20000); ///< until so many frames of the running answer have come
    const std::vector<models::Message>& messages() const;

    app::Settings settings;
    app::ChatStore chats;
    app::EngineController engine;
    app::MainWindow window;

private:
    int m_steps = 0; ///< frames since the last answer began
    int m_ended = 0; ///< answers
    int m_awaited = 0;
};

/// A model of random weights that takes a fraction of a millisecond a step, made once a process.
QString quickModel();
support::RandomModel quickModelShape();

/// Short answers: `steps` steps of one token.
models::GenerationSettings shortAnswers(int steps = 8);
/// Answers that take so long that a test can act meanwhile.
models::GenerationSettings longAnswers();

} // namespace lacuna::test
