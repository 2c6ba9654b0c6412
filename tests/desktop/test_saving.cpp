// SPDX-License-Identifier: GPL-3.0-or-later
// Conversations survive: the end of the program in the middle of an answer, damaged files, a new chat at the wrong
// moment. The program that is killed is this one, started again with "--victim".
#include "desktop/desktop.h"

#include "widgets/chat/answer_view.h"

#include <QAction>
#include <QApplication>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

using namespace lacuna;
using test::Desktop;
using tokenizer::ChatMessage;
using State = app::EngineController::State;

namespace {

/// Starts an answer that never ends and tells the parent how far it is: "saved N" for each save that is on the disk.
int runVictim(const QString& folder, const QString& model)
{
    Desktop desktop(folder);
    int saves = 0;
    const auto tell = [&] {
        std::printf("saved %d\n", ++saves);
        std::fflush(stdout);
    };
    QObject::connect(&desktop.chats, &app::ChatStore::saved, &desktop.window, tell);
    if (!desktop.startReady(model, test::longAnswers()))
        return 1;
    desktop.say(QStringLiteral("Who will remember this?"));
    return QApplication::exec();
}

} // namespace

class TestSaving : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(!test::quickModel().isEmpty()); }

    void aKilledProgramLosesNothingThatWasSaved_data()
    {
        QTest::addColumn<int>("saves");
        QTest::addColumn<size_t>("messages");
        QTest::newRow("before the first block") << 1 << size_t(1); // the prompt is saved before anything is computed
        QTest::newRow("after three blocks") << 4 << size_t(2);
    }
    void aKilledProgramLosesNothingThatWasSaved()
    {
        QFETCH(int, saves);
        QFETCH(size_t, messages);
        const QTemporaryDir folder;
        QProcess victim;
        victim.start(QCoreApplication::applicationFilePath(),
                     {QStringLiteral("--victim"), folder.path(), test::quickModel()});
        QByteArray told;
        const QByteArray awaited = "saved " + QByteArray::number(saves);
        connect(&victim, &QProcess::readyReadStandardOutput, this, [&] {
            told += victim.readAllStandardOutput();
            if (told.contains(awaited))
                victim.kill(); // SIGKILL: nothing can be tidied up
        });
        QVERIFY(QTest::qWaitFor([&] { return victim.state() == QProcess::NotRunning && !told.isEmpty(); }, 60000));
        QCOMPARE(victim.exitStatus(), QProcess::CrashExit);

        Desktop desktop(folder.path());
        desktop.start();
        QVERIFY(QTest::qWaitFor([&] { return !desktop.messages().empty(); }));
        QVERIFY(desktop.messages().size() >= messages);
        QCOMPARE(desktop.messages()[0].text, QStringLiteral("Who will remember this?"));
        if (messages > 1) {
            QVERIFY(desktop.messages()[1].answer);
            QVERIFY(!desktop.messages()[1].answer->complete);
        }
        // and the conversation goes on
        QVERIFY(desktop.waitForState(State::Ready));
        desktop.settings.setGenerationSettings(QStringLiteral("quick"), test::shortAnswers());
        desktop.window.openModel(test::quickModel());
        QVERIFY(desktop.waitForState(State::Ready));
        desktop.action("regenerateAction")->trigger();
        QVERIFY(desktop.waitForAnswer());
        QCOMPARE(desktop.messages().size(), size_t(2));
        QVERIFY(desktop.messages()[1].answer->complete);
        QVERIFY2(desktop.modelMessage().isEmpty() || desktop.modelMessage().contains(QStringLiteral("same answer")),
                 qPrintable(desktop.modelMessage()));
    }

    void aFinishedConversationComesBackWithItsSteps()
    {
        const QTemporaryDir folder;
        QString text;
        {
            Desktop desktop(folder.path());
            QVERIFY(desktop.startReady(test::quickModel(), test::shortAnswers()));
            desktop.say(QStringLiteral("keep this"));
            QVERIFY(desktop.waitForAnswer());
            text = desktop.messages()[1].text;
        } // quits at once after the answer
        Desktop desktop(folder.path());
        desktop.start();
        QVERIFY(QTest::qWaitFor([&] { return desktop.messages().size() == 2; }));
        QCOMPARE(desktop.messages()[1].text, text);
        QCOMPARE(desktop.messages()[1].answer->frames.size(), size_t(8));
        QVERIFY(desktop.lastAnswer() && !desktop.lastAnswer()->isLive());
    }

    void aNewChatRightAfterAnAnswerKeepsBoth()
    {
        const QTemporaryDir folder;
        {
            Desktop desktop(folder.path());
            QVERIFY(desktop.startReady(test::quickModel(), test::shortAnswers()));
            desktop.say(QStringLiteral("first"));
            QVERIFY(desktop.waitForAnswer());
            desktop.action("newChatAction")->trigger(); // the last save is still on its way
            desktop.say(QStringLiteral("second"));
            QVERIFY(desktop.waitForAnswer());
        }
        QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("look"));
        database.setDatabaseName(folder.filePath(QStringLiteral("chats.sqlite")));
        QVERIFY(database.open());
        QSqlQuery query(QStringLiteral("SELECT text, (SELECT count(*) FROM messages WHERE chat = one.chat) FROM "
                                       "messages AS one WHERE position = 0 ORDER BY chat"),
                        database);
        for (const char* text : {"first", "second"}) {
            QVERIFY(query.next());
            QCOMPARE(query.value(0).toString(), QString::fromLatin1(text));
            QCOMPARE(query.value(1).toInt(), 2);
        }
        QVERIFY(!query.next());
    }

    void aDamagedFileIsReportedKeptAsideAndTheProgramStarts()
    {
        const QTemporaryDir folder;
        const QString name = folder.filePath(QStringLiteral("chats.sqlite"));
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(8192, '\0')); // as a power cut leaves it
        file.close();
        Desktop desktop(folder.path());
        QVERIFY(desktop.startReady(test::quickModel(), test::shortAnswers()));
        QVERIFY(QTest::qWaitFor([&] { return desktop.modelMessage().contains(QStringLiteral("damaged-1")); }));
        QCOMPARE(QFileInfo(name + QStringLiteral(".damaged-1")).size(), qint64(8192));
        desktop.say(QStringLiteral("still works"));
        QVERIFY(desktop.waitForAnswer());
        QVERIFY(desktop.modelMessage().contains(QStringLiteral("damaged-1"))); // until it is closed
    }

    void stopWhileTheConversationIsSavedTakesTheAnswerBack()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        QVERIFY(desktop.startReady(test::quickModel(), test::longAnswers()));
        bool saved = false; // no QSignalSpy: it would be called on the store's thread, perhaps before one asks
        QObject::connect(&desktop.chats, &app::ChatStore::saved, &desktop.window, [&saved] { saved = true; });
        desktop.find<QAbstractButton>("exampleButton")->click();
        QCOMPARE(desktop.engine.state(), State::Ready); // its save has not returned
        desktop.action("stopAction")->trigger();
        QVERIFY(!desktop.lastAnswer());
        QSignalSpy states(&desktop.engine, &app::EngineController::stateChanged);
        QVERIFY(QTest::qWaitFor([&saved] { return saved; }));
        QVERIFY(states.isEmpty()); // nothing was started after all
    }
};

int main(int argc, char** argv)
{
    const bool victim = argc == 4 && QByteArray(argv[1]) == "--victim";
    if (!victim)
        test::isolateProcess(); // a victim inherits its parent's folders
    QApplication application(argc, argv);
    if (victim)
        return runVictim(QString::fromLocal8Bit(argv[2]), QString::fromLocal8Bit(argv[3]));
    TestSaving tests;
    return QTest::qExec(&tests, argc, argv);
}

#include "test_saving.moc"
