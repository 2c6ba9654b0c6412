// SPDX-License-Identifier: GPL-3.0-or-later
// An engine that does not come back, say from a disk that no longer answers: the window says so and stays of use, and
// the program can be left.
#include "desktop/desktop.h"

#include "desktop/benchmark_controller.h"
#include "widgets/chat/chat_page.h"
#include "widgets/common/message_bar.h"

#include <QAction>
#include <QElapsedTimer>
#include <QLabel>
#include <QListWidget>
#include <QSemaphore>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace lacuna;
using test::Desktop;
using State = app::EngineController::State;

namespace {

constexpr qint64 LongestQuitMs = 10000; // ten times what holds

/// Keeps the engine thread busy until it is let go.
class Obstacle {
public:
    void block(app::EngineController& engine)
    {
        auto worker = new QObject;
        engine.adopt(worker);
        QMetaObject::invokeMethod(worker, [gate = m_gate] { gate->acquire(); });
    }
    app::MemoryProbe probe() const
    {
        return [gate = m_gate] {
            gate->acquire();
            return std::optional<quint64>();
        };
    }
    void letGo() { m_gate->release(); }

private:
    std::shared_ptr<QSemaphore> m_gate = std::make_shared<QSemaphore>(); // the engine may outlive the test
};

widgets::MessageBar* chatBar(const Desktop& desktop)
{
    return desktop.window.findChild<widgets::ChatPage*>()->findChild<widgets::MessageBar*>();
}

/// Asks, and stops, while the engine thread is kept busy.
bool stopStuckAnswer(Desktop& desktop, Obstacle& obstacle)
{
    if (!desktop.startReady(test::quickModel(), test::shortAnswers()))
        return false;
    obstacle.block(desktop.engine);
    desktop.say(QStringLiteral("hello"));
    if (!desktop.waitForState(State::Generating))
        return false;
    desktop.action("stopAction")->trigger();
    return true;
}

QString statusText(const Desktop& desktop)
{
    QStringList parts;
    for (const QLabel* label : desktop.window.statusBar()->findChildren<QLabel*>())
        parts << label->text();
    return parts.join(QLatin1Char(' '));
}

} // namespace

class TestStuckEngine : public QObject {
    Q_OBJECT
public:
    static void initMain() { test::isolateProcess(); }

private Q_SLOTS:
    void initTestCase() { QVERIFY(!test::quickModel().isEmpty()); }

    void stoppingIsShownAndBlocksNothingElse()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        Obstacle obstacle;
        QVERIFY(stopStuckAnswer(desktop, obstacle));
        QCOMPARE(desktop.engine.state(), State::Stopping);
        QCOMPARE(desktop.sendButton()->text(), QStringLiteral("Stopping …"));
        QVERIFY(!desktop.sendButton()->isEnabled());
        QVERIFY(!desktop.action("stopAction")->isEnabled());
        QVERIFY(statusText(desktop).contains(QStringLiteral("Stopping")));
        QVERIFY(chatBar(desktop)->isHidden()); // usually it takes no time

        QVERIFY(QTest::qWaitFor([&] { return !chatBar(desktop)->isHidden(); }));
        QVERIFY2(chatBar(desktop)->text().contains(QStringLiteral("Still stopping")),
                 qPrintable(chatBar(desktop)->text()));
        QTest::keyClicks(desktop.prompt(), QStringLiteral("go on"));
        QCOMPARE(desktop.prompt()->toPlainText(), QStringLiteral("go on"));
        for (int page = 3; page >= 0; --page) {
            desktop.find<QListWidget>("sidebar")->setCurrentRow(page);
            QCoreApplication::processEvents();
        }
        QVERIFY(desktop.prompt()->isVisible());

        obstacle.letGo();
        QVERIFY(desktop.waitForAnswer());
        QVERIFY(chatBar(desktop)->isHidden());
        QCOMPARE(desktop.sendButton()->text(), QStringLiteral("Send"));
        QVERIFY(desktop.sendButton()->isEnabled());
    }

    void anotherModelCanBeOpenedMeanwhile()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        Obstacle obstacle;
        QVERIFY(stopStuckAnswer(desktop, obstacle));
        desktop.window.openModel(test::quickModel());
        QCOMPARE(desktop.engine.state(), State::Loading);
        obstacle.letGo();
        QVERIFY(desktop.waitForState(State::Ready));
        desktop.say(QStringLiteral("again"));
        QVERIFY(desktop.waitForAnswer()); // the stopped one
        QVERIFY(desktop.waitForAnswer());
    }

    void quittingDoesNotWait_data()
    {
        QTest::addColumn<QString>("during");
        for (const char* during : {"loading", "generating", "stopping", "measuring"})
            QTest::newRow(during) << QString::fromLatin1(during);
    }
    void quittingDoesNotWait()
    {
        QFETCH(QString, during);
        const QTemporaryDir folder;
        Obstacle obstacle;
        const bool loading = during == QStringLiteral("loading");
        auto desktop = std::make_unique<Desktop>(folder.path(), loading ? obstacle.probe() : runtime::availableMemory);
        if (loading) {
            bool opened = false;
            connect(&desktop->engine, &app::EngineController::fileOpened, this, [&opened] { opened = true; });
            desktop->start(test::quickModel());
            QVERIFY(QTest::qWaitFor([&opened] { return opened; }));
        } else {
            QVERIFY(desktop->startReady(test::quickModel(), test::shortAnswers()));
            obstacle.block(desktop->engine);
        }
        auto benchmarks = std::make_unique<app::BenchmarkController>(desktop->window.benchmarkPage(), desktop->engine,
                                                                     desktop->settings, folder.path());
        if (during == QStringLiteral("measuring")) {
            desktop->action("benchmarkStart")->trigger();
        } else if (!loading) {
            desktop->say(QStringLiteral("hello"));
            QVERIFY(desktop->waitForState(State::Generating));
            if (during == QStringLiteral("stopping"))
                desktop->action("stopAction")->trigger();
        }
        QElapsedTimer clock;
        clock.start();
        desktop->window.close();
        benchmarks.reset();
        QVERIFY(!desktop->engine.shutDown()); // as main() does, which then ends the process
        desktop.reset();
        qInfo("left a stuck engine while %s within %lld ms", qPrintable(during), clock.elapsed());
        QVERIFY(clock.elapsed() < LongestQuitMs);
        obstacle.letGo();
    }
};

QTEST_MAIN(TestStuckEngine)
#include "test_stuck_engine.moc"
