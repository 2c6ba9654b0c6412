// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/desktop.h"

#include "widgets/chat/answer_view.h"
#include "widgets/chat/chat_page.h"
#include "widgets/chat/conversation_view.h"
#include "widgets/common/message_bar.h"

#include <QAction>
#include <QDir>
#include <QMenu>
#include <QMenuBar>
#include <QTemporaryDir>
#include <QTest>

namespace lacuna::test {

namespace {

QString processFolder()
{
    static const QTemporaryDir folder;
    return folder.path();
}

QAction* findAction(const QList<QAction*>& actions, const std::function<bool(const QAction*)>& matches)
{
    for (QAction* action : actions) {
        if (matches(action))
            return action;
        if (!action->menu())
            continue;
        if (QAction* found = findAction(action->menu()->actions(), matches))
            return found;
    }
    return nullptr;
}

} // namespace

void isolateProcess()
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    for (const char* variable : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        qputenv(variable, processFolder().toLocal8Bit());
}

Desktop::Desktop(const QString& folder, app::MemoryProbe availableMemory)
    : settings(QDir(folder).filePath(QStringLiteral("settings.ini")))
    , chats(QDir(folder).filePath(QStringLiteral("chats.sqlite")))
    , engine(std::move(availableMemory))
    , window(settings, engine, chats)
{
    QObject::connect(&engine, &app::EngineController::frameReady, &window, [this] { ++m_steps; });
    QObject::connect(&engine, &app::EngineController::stateChanged, &window, [this](State state) {
        if (state == State::Generating)
            m_steps = 0;
    });
    QObject::connect(&engine, &app::EngineController::answerFinished, &window, [this] { ++m_ended; });
    QObject::connect(&engine, &app::EngineController::answerFailed, &window, [this] { ++m_ended; });
}

void Desktop::show()
{
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
}

void Desktop::start(const QString& model)
{
    show();
    window.start(model);
}

bool Desktop::startReady(const QString& model, const models::GenerationSettings& generation)
{
    settings.setGenerationSettings(QString::fromLatin1(quickModelShape().name), generation);
    start(model);
    return waitForState(State::Ready);
}

QAction* Desktop::action(const char* objectName) const
{
    return findAction(window.menuBar()->actions(), [name = QString::fromLatin1(objectName)](const QAction* action) {
        return action->objectName() == name;
    });
}

QAction* Desktop::actionCalled(const QString& text) const
{
    return findAction(window.menuBar()->actions(), [&text](const QAction* action) {
        return action->text().remove(QLatin1Char('&')).remove(QStringLiteral(" …")).remove(QStringLiteral("…")) == text;
    });
}

QString Desktop::modelMessage() const
{
    QStringList texts;
    for (const auto* bar : window.findChildren<widgets::MessageBar*>()) {
        if (!bar->isHidden())
            texts.append(bar->text());
    }
    return texts.join(QLatin1Char('\n'));
}

widgets::AnswerView* Desktop::lastAnswer() const
{
    return window.findChild<widgets::ConversationView*>()->lastAnswer();
}

void Desktop::say(const QString& text)
{
    prompt()->setFocus();
    prompt()->setPlainText(text);
    QTest::keyClick(prompt(), Qt::Key_Return);
}

bool Desktop::waitForState(State state, int ms)
{
    return QTest::qWaitFor([&] { return engine.state() == state; }, ms);
}

bool Desktop::waitForAnswer(int ms)
{
    ++m_awaited;
    return QTest::qWaitFor([&] { return m_ended >= m_awaited && engine.state() == State::Ready; }, ms);
}

bool Desktop::waitForSteps(int steps, int ms)
{
    return QTest::qWaitFor([&] { return engine.state() == State::Generating && m_steps >= steps; }, ms);
}

const std::vector<models::Message>& Desktop::messages() const
{
    return window.findChild<widgets::ChatPage*>()->conversation().messages;
}

support::RandomModel quickModelShape()
{
    support::RandomModel model;
    model.name = "quick";
    model.width = 64;
    model.heads = 2;
    model.kvHeads = 2;
    model.ffn = 128;
    model.context = 2048;
    return model;
}

QString quickModel()
{
    static const QString path = [] {
        const QString file = QDir(processFolder()).filePath(QStringLiteral("quick.gguf"));
        const auto written = support::writeRandomModel(quickModelShape(), file);
        return written ? file : QString();
    }();
    return path;
}

models::GenerationSettings shortAnswers(int steps)
{
    models::GenerationSettings settings;
    settings.genLength = steps;
    settings.blockLength = std::max(1, steps / 2);
    settings.steps = steps;
    settings.stopAtEnd = false;
    settings.threads = 1;
    return settings;
}

models::GenerationSettings longAnswers()
{
    models::GenerationSettings settings = shortAnswers(512);
    settings.blockLength = 32;
    return settings;
}

} // namespace lacuna::test
