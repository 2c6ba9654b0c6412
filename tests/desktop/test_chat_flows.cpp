// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does on the Chat page, in the real window with the real engine.
#include "desktop/desktop.h"

#include "widgets/canvas/denoising_canvas.h"
#include "widgets/canvas/replay_bar.h"
#include "widgets/canvas/token_inspector.h"
#include "widgets/chat/answer_view.h"
#include "widgets/chat/chat_page.h"
#include "widgets/chat/option_hint.h"
#include "widgets/chat/options_panel.h"
#include "widgets/chat/prompt_panel.h"

#include <QAction>
#include <QClipboard>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

using namespace lacuna;
using app::EngineController;
using test::Desktop;
using tokenizer::ChatMessage;
using State = EngineController::State;

class TestChatFlows : public QObject {
    Q_OBJECT
public:
    static void initMain() { test::isolateProcess(); }

private Q_SLOTS:
    void initTestCase() { QVERIFY(!test::quickModel().isEmpty()); }

    void firstStartAnswersAnExampleAtOneClick()
    {
        const QTemporaryDir folder;
        QElapsedTimer clock;
        clock.start();
        Desktop desktop(folder.path());
        desktop.start();
        QCOMPARE(desktop.engine.state(), State::Loading); // in the background: the window is there already
        QCOMPARE(desktop.window.focusWidget(), desktop.prompt());
        QVERIFY(desktop.waitForState(State::Ready));
        auto example = desktop.find<QPushButton>("exampleButton");
        QVERIFY(example->isVisible());
        QTest::mouseClick(example, Qt::LeftButton);
        QVERIFY(desktop.waitForAnswer(100000));
        const qint64 elapsed = clock.elapsed();
        QCOMPARE(desktop.messages().size(), size_t(2));
        QVERIFY2(desktop.messages()[1].text.contains(QStringLiteral("Paris")), qPrintable(desktop.messages()[1].text));
        qInfo("start to first answer: %lld ms", elapsed);
        QVERIFY2(elapsed < 100000, "ten times the ten seconds that it may take");
    }

    void typingWorksWhileAModelLoadsAndTheMessageWaitsForIt()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        desktop.start(test::quickModel());
        QCOMPARE(desktop.engine.state(), State::Loading);
        QTest::keyClicks(desktop.prompt(), QStringLiteral("hello"));
        QCOMPARE(desktop.prompt()->toPlainText(), QStringLiteral("hello"));
        QTest::keyClick(desktop.prompt(), Qt::Key_Return);
        QCOMPARE(desktop.engine.state(), State::Loading); // still: no event loop has run
        QVERIFY(desktop.waitForAnswer(60000));
        QCOMPARE(desktop.messages()[0].text, QStringLiteral("hello"));
        QCOMPARE(desktop.messages()[1].role, ChatMessage::Role::Assistant);
    }

    void enterSendsButNotWhileAnInputMethodComposes()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        QVERIFY(desktop.startReady(test::quickModel(), test::shortAnswers()));
        QInputMethodEvent composing(QStringLiteral("にほん"), {});
        QCoreApplication::sendEvent(desktop.prompt(), &composing);
        QTest::keyClick(desktop.prompt(), Qt::Key_Return);
        QVERIFY(desktop.messages().empty());
        QInputMethodEvent composed;
        composed.setCommitString(QStringLiteral("日本"));
        QCoreApplication::sendEvent(desktop.prompt(), &composed);
        QTest::keyClick(desktop.prompt(), Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClicks(desktop.prompt(), QStringLiteral("next line"));
        QTest::keyClick(desktop.prompt(), Qt::Key_Return);
        QVERIFY(desktop.waitForAnswer());
        QCOMPARE(desktop.messages()[0].text, QStringLiteral("日本\nnext line"));
    }

    void aMessageThatWaitsForItsModelCanBeTakenBack()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        desktop.start(test::quickModel());
        desktop.say(QStringLiteral("hello"));
        QVERIFY(desktop.action("stopAction")->isEnabled());
        desktop.action("stopAction")->trigger();
        QVERIFY(!desktop.lastAnswer());
        QVERIFY(desktop.waitForState(State::Ready));
        QCOMPARE(desktop.messages().size(), size_t(1)); // what was written stays, and can be answered later
        desktop.action("regenerateAction")->trigger();
        QVERIFY(desktop.waitForAnswer(60000));
        QCOMPARE(desktop.messages().size(), size_t(2));
    }

    void escapeStopsWithinHalfASecond()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        QVERIFY(desktop.startReady(test::quickModel(), test::longAnswers()));
        desktop.say(QStringLiteral("tell me everything"));
        QVERIFY(desktop.waitForSteps(40)); // the first block is complete by then
        QCOMPARE(desktop.sendButton()->text(), QStringLiteral("Stop"));
        QElapsedTimer clock;
        clock.start();
        QTest::keyClick(desktop.window.focusWidget(), Qt::Key_Escape);
        QVERIFY(desktop.waitForAnswer());
        qInfo("stopped after %lld ms", clock.elapsed());
        QVERIFY(clock.elapsed() < 5000);
        const auto answer = desktop.messages().back().answer;
        QVERIFY(answer->stopped);
        QVERIFY(answer->frames.size() >= 40); // all steps until then can be looked at
        QCOMPARE(desktop.sendButton()->text(), QStringLiteral("Send"));
        QVERIFY(!desktop.action("stopAction")->isEnabled());
    }

    void conversationsHaveManyTurns()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        QVERIFY(desktop.startReady(test::quickModel(), test::shortAnswers()));
        const auto note = desktop.find<QLabel>("contextNote");
        QTRY_VERIFY2(note->text().contains(QStringLiteral("2048")), qPrintable(note->text()));
        const QString left = note->text();
        for (int turn = 0; turn < 3; ++turn) {
            desktop.say(QStringLiteral("turn %1").arg(turn));
            QVERIFY(desktop.waitForAnswer());
        }
        QCOMPARE(desktop.messages().size(), size_t(6));
        QTRY_VERIFY(note->text() != left);
        // the whole conversation is in the last prompt: the canvas of a step is longer than this turn alone
        const auto first = desktop.messages()[1].answer->frames.front()->rowsComputed;
        const auto last = desktop.messages()[5].answer->frames.front()->rowsComputed;
        QVERIFY(last > first);
    }

    void regenerateReplacesTheLastAnswer()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        QVERIFY(desktop.startReady(test::quickModel(), test::shortAnswers()));
        desktop.say(QStringLiteral("again"));
        QVERIFY(desktop.waitForAnswer());
        const auto before = desktop.messages()[1].answer;
        QTest::keyClick(&desktop.window, Qt::Key_R, Qt::ControlModifier);
        QVERIFY(desktop.waitForAnswer());
        QCOMPARE(desktop.messages().size(), size_t(2));
        QVERIFY(desktop.messages()[1].answer != before);
        // greedy: the same answer comes, and the page says why
        QCOMPARE(desktop.messages()[1].text, before->text);
        if (!before->text.isEmpty())
            QVERIFY2(desktop.modelMessage().contains(QStringLiteral("same answer")),
                     qPrintable(desktop.modelMessage()));
    }

    void editAndResendReplacesWhatCameAfter()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        QVERIFY(desktop.startReady(test::quickModel(), test::shortAnswers()));
        for (const char* text : {"one", "two"}) {
            desktop.say(QString::fromLatin1(text));
            QVERIFY(desktop.waitForAnswer());
        }
        const auto buttons = desktop.window.findChildren<QAbstractButton*>(QStringLiteral("editMessageButton"));
        QCOMPARE(buttons.size(), 2);
        QTest::mouseClick(buttons.first(), Qt::LeftButton);
        QCOMPARE(desktop.prompt()->toPlainText(), QStringLiteral("one"));
        QTRY_VERIFY(desktop.find<QLabel>("contextNote")->text().contains(QStringLiteral("Editing")));
        desktop.say(QStringLiteral("other"));
        QVERIFY(desktop.waitForAnswer());
        QCOMPARE(desktop.messages().size(), size_t(2));
        QCOMPARE(desktop.messages()[0].text, QStringLiteral("other"));
    }

    void regenerateWhileEditingAnswersTheWholeConversation()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        QVERIFY(desktop.startReady(test::quickModel(), test::shortAnswers()));
        for (const char* text : {"one", "two", "three"}) {
            desktop.say(QString::fromLatin1(text));
            QVERIFY(desktop.waitForAnswer());
        }
        const auto rows = desktop.messages()[5].answer->frames.front()->rowsComputed;
        desktop.action("editLastAction")->trigger();
        QCOMPARE(desktop.prompt()->toPlainText(), QStringLiteral("three"));
        desktop.action("regenerateAction")->trigger();
        QVERIFY(desktop.waitForAnswer());
        QCOMPARE(desktop.messages()[5].answer->frames.front()->rowsComputed, rows);
        // the edit is over: what is in the field is a new message
        QTest::keyClick(desktop.prompt(), Qt::Key_Return);
        QVERIFY(desktop.waitForAnswer());
        QCOMPARE(desktop.messages().size(), size_t(8));
    }

    void copyAndClear()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        QVERIFY(desktop.startReady(test::quickModel(), test::shortAnswers()));
        QVERIFY(!desktop.action("copyAnswerAction")->isEnabled());
        desktop.say(QStringLiteral("copy me"));
        QVERIFY(desktop.waitForAnswer());
        desktop.action("copyAnswerAction")->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), desktop.messages()[1].text);
        QTest::keyClick(&desktop.window, Qt::Key_N, Qt::ControlModifier);
        QVERIFY(desktop.messages().empty());
        QVERIFY(desktop.find<QPushButton>("exampleButton")->isVisible());
        QCOMPARE(desktop.window.focusWidget(), desktop.prompt());
    }

    void whatDoesNotFitIsSaidBeforeSending()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        QVERIFY(desktop.startReady(test::quickModel(), test::shortAnswers()));
        desktop.say(QStringLiteral("word ").repeated(3000)); // at once: no pause in which the note could follow
        QTRY_VERIFY(desktop.find<QLabel>("contextNote")->text().contains(QStringLiteral("does not fit")));
        QVERIFY(desktop.messages().empty());
        QCOMPARE(desktop.engine.state(), State::Ready);
        QVERIFY(!desktop.sendButton()->isEnabled());
        QVERIFY(!desktop.prompt()->toPlainText().isEmpty()); // nothing is lost
        desktop.say(QStringLiteral("short"));
        QVERIFY(desktop.waitForAnswer());
    }

    void everyStepCanBeLookedAtAgain()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        QVERIFY(desktop.startReady(test::quickModel(), test::shortAnswers(12)));
        desktop.say(QStringLiteral("replay"));
        QVERIFY(desktop.waitForAnswer());
        widgets::AnswerView* view = desktop.lastAnswer();
        QTest::mouseClick(view->findChild<QAbstractButton*>(QStringLiteral("watchButton")), Qt::LeftButton);
        widgets::ReplayBar* bar = view->replayBar();
        QVERIFY(bar->isVisible());
        QCOMPARE(bar->stepCount(), 12);
        QCOMPARE(bar->step(), 11);
        for (int n = 0; n < 3; ++n)
            desktop.action("stepBackAction")->trigger();
        QCOMPARE(bar->step(), 8);
        QCOMPARE(view->canvas()->frame()->step, 8);
        desktop.action("stepForwardAction")->trigger();
        QCOMPARE(view->canvas()->frame()->step, 9);
        view->findChild<QSlider*>(QStringLiteral("stepSlider"))->setValue(0);
        QCOMPARE(view->canvas()->frame()->step, 0);
        desktop.action("playAction")->trigger();
        QVERIFY(bar->isPlaying());
        QVERIFY(QTest::qWaitFor([&] { return bar->step() >= 2; }));
        desktop.action("playAction")->trigger();
        QVERIFY(!bar->isPlaying());
        bar->play();
        QVERIFY(QTest::qWaitFor([&] { return !bar->isPlaying(); }, 20000)); // it ends by itself, at the end
        QCOMPARE(bar->step(), 11);
    }

    void aTokenShowsHowItWasChosen()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        QVERIFY(desktop.startReady(test::quickModel(), test::shortAnswers()));
        desktop.say(QStringLiteral("inspect"));
        QVERIFY(desktop.waitForAnswer());
        widgets::AnswerView* view = desktop.lastAnswer();
        view->setReplayVisible(true);
        view->canvas()->setFocus();
        QTest::keyClick(view->canvas(), Qt::Key_Right);
        const int position = view->canvas()->selectedPosition();
        QVERIFY(position >= 0);
        auto inspector = desktop.window.findChild<widgets::TokenInspector*>();
        QVERIFY(QTest::qWaitFor([&] { return inspector->isVisible(); }));
        const auto& shown = view->canvas()->frame()->positions[size_t(position)];
        QStringList texts;
        for (const QLabel* label : inspector->findChildren<QLabel*>())
            texts.append(label->text());
        QVERIFY2(texts.join(QLatin1Char(' ')).contains(QString::number(shown.id)),
                 qPrintable(texts.join(QLatin1Char('|'))));
    }

    void invalidOptionsAreCorrectedVisibly()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        QVERIFY(desktop.startReady(test::quickModel(), {}));
        auto blockLength = desktop.find<QSpinBox>("blockLengthSpinBox");
        auto steps = desktop.find<QSpinBox>("stepsSpinBox");
        auto aboutBlocks = desktop.find<widgets::OptionHint>("blockLengthHint");
        auto aboutSteps = desktop.find<widgets::OptionHint>("stepsHint");
        QVERIFY(!aboutBlocks->isCorrection() && !aboutSteps->isCorrection());
        const int place = steps->mapTo(&desktop.window, QPoint()).y();
        blockLength->setValue(4000);
        QCOMPARE(blockLength->value(), 128);
        QVERIFY2(aboutBlocks->isCorrection() && aboutBlocks->text().contains(QStringLiteral("128")),
                 qPrintable(aboutBlocks->text()));
        QVERIFY(blockLength->accessibleDescription().contains(aboutBlocks->text()));
        QCoreApplication::processEvents();
        QCOMPARE(steps->mapTo(&desktop.window, QPoint()).y(), place); // the next click hits what it was aimed at
        blockLength->setValue(8);
        QVERIFY(!aboutBlocks->isCorrection());
        steps->setValue(1);
        QCOMPARE(steps->value(), 16); // a step a block at least
        QVERIFY2(aboutSteps->isCorrection() && aboutSteps->text().contains(QStringLiteral("16")),
                 qPrintable(aboutSteps->text()));
    }

    void optionsBelongToTheirModelAndCanBeReset()
    {
        const QTemporaryDir folder;
        {
            Desktop desktop(folder.path());
            QVERIFY(desktop.startReady(test::quickModel(), {}));
            desktop.find<QSpinBox>("genLengthSpinBox")->setValue(77);
        }
        Desktop desktop(folder.path());
        desktop.start(); // the model that ran last
        QVERIFY(desktop.waitForState(State::Ready));
        QCOMPARE(desktop.engine.model()->name, QStringLiteral("quick"));
        QCOMPARE(desktop.find<QSpinBox>("genLengthSpinBox")->value(), 77);
        desktop.actionCalled(QStringLiteral("Open the demo model"))->trigger();
        QVERIFY(desktop.waitForState(State::Loading));
        QVERIFY(desktop.waitForState(State::Ready));
        QCOMPARE(desktop.find<QSpinBox>("genLengthSpinBox")->value(), models::GenerationSettings().genLength);
        desktop.window.openModel(test::quickModel());
        QVERIFY(desktop.waitForState(State::Ready));
        QCOMPARE(desktop.find<QSpinBox>("genLengthSpinBox")->value(), 77);
        QTest::mouseClick(desktop.find<QPushButton>("resetOptionsButton"), Qt::LeftButton);
        QCOMPARE(desktop.window.findChild<widgets::OptionsPanel*>()->settings(), models::GenerationSettings());
        QCOMPARE(desktop.settings.generationSettings(QStringLiteral("quick")), models::GenerationSettings());
    }

    void openingAModelEndsTheAnswerThatRuns()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        QVERIFY(desktop.startReady(test::quickModel(), test::longAnswers()));
        desktop.say(QStringLiteral("tell me everything"));
        QVERIFY(desktop.waitForSteps(40));
        desktop.window.openModel(test::quickModel());
        QVERIFY(desktop.waitForAnswer());
        QVERIFY(desktop.messages().back().answer->stopped);
        QVERIFY(desktop.messages().back().answer->frames.size() >= 40);
        desktop.say(QStringLiteral("and now"));
        QVERIFY(desktop.waitForSteps(1));
        desktop.actionCalled(QStringLiteral("Unload model"))->trigger();
        QVERIFY(QTest::qWaitFor([&] { return !desktop.lastAnswer() || !desktop.lastAnswer()->isLive(); }));
        QCOMPARE(desktop.engine.state(), State::NoModel);
        QVERIFY(desktop.sendButton()->text().contains(QStringLiteral("Open model")));
    }
};

QTEST_MAIN(TestChatFlows)
#include "test_chat_flows.moc"
