// SPDX-License-Identifier: GPL-3.0-or-later
// The GUI thread is always free, an idle window does nothing, and quitting takes no time. The figures asserted are ten
// times the ones that hold (50 ms, 0.2 %, 1 s), because tests run on busy machines; what was measured is printed.
#include "desktop/benchmark_controller.h"
#include "desktop/desktop.h"
#include "desktop/watchdog.h"

#include "support/gguf_writer.h"
#include "widgets/chat/answer_view.h"
#include "widgets/chat/conversation_view.h"
#include "widgets/chat/prompt_edit.h"
#include "widgets/gguf/checksum_line.h"
#include "widgets/gguf/model_header.h"
#include "widgets/gguf/model_page.h"
#include "widgets/gguf/tensor_page.h"

#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>
#include <QSet>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <memory>

using namespace lacuna;
using test::Desktop;
using test::Watchdog;
using State = app::EngineController::State;

namespace {

constexpr double LongestTurnMs = 500;
constexpr qint64 LongestQuitMs = 10000;
// Four blinks of the caret in two seconds have taken from 9 to 90 ms on the same machine, as its neighbours were quiet
// or not. What is asserted exactly is which timers fire and what is painted.
constexpr double IdleShare = 0.1;
constexpr double MostFramesPerSecond = 25; // more would be no use to eyes

/// Sees every timer and paint event of the process.
class ActivityLog : public QObject {
public:
    ActivityLog() { qApp->installEventFilter(this); }
    QStringList timers; ///< classes that got a timer event
    QStringList paints; ///< classes (of viewports: their owner's) that painted

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Timer)
            timers.append(QString::fromLatin1(watched->metaObject()->className()));
        if (event->type() == QEvent::Paint) {
            const bool viewport = qobject_cast<QAbstractScrollArea*>(watched->parent()) != nullptr;
            const QObject* painter = viewport ? watched->parent() : watched;
            paints.append(QString::fromLatin1(painter->metaObject()->className()));
        }
        return false;
    }
};

bool isCaret(const QString& timerReceiver)
{
    return timerReceiver == QStringLiteral("QPlainTextEditControl")
        || timerReceiver == QStringLiteral("QWidgetLineControl");
}

/// Fields that show a caret.
bool isField(const QString& painter)
{
    return painter == QStringLiteral("lacuna::widgets::PromptEdit") || painter == QStringLiteral("QLineEdit")
        || painter == QStringLiteral("QSpinBox");
}

/// A file of `tensors` tensors that only the browser can show.
bool writeManyTensors(const QString& path, int tensors)
{
    support::GgufWriter writer;
    writer.set("general.architecture", support::MetaValue::string("many"));
    for (int i = 0; i < tensors; ++i) {
        writer.addTensor("blk." + QByteArray::number(i / 10) + ".part_" + QByteArray::number(i % 10) + ".weight",
                         quant::TensorType::F32, {4, 2});
    }
    return writer.write(path).has_value();
}

} // namespace

class TestResponsiveness : public QObject {
    Q_OBJECT
public:
    static void initMain() { test::isolateProcess(); }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(!test::quickModel().isEmpty());
        m_manyTensors = m_files.filePath(QStringLiteral("many.gguf"));
        QVERIFY(writeManyTensors(m_manyTensors, 10000));
        m_large = m_files.filePath(QStringLiteral("large.gguf"));
        support::RandomModel shape = test::quickModelShape();
        shape.width = 512;
        shape.ffn = 4096;
        shape.layers = 4; // about 110 MB
        QVERIFY(support::writeRandomModel(shape, m_large));
    }

    void loadingLeavesTheWindowFree()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        desktop.show();
        Watchdog watchdog;
        desktop.window.openModel(m_large);
        QVERIFY(desktop.waitForState(State::Ready, 60000));
        report("loading", watchdog);
    }

    void generatingLeavesTheWindowFree()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        models::GenerationSettings settings = test::shortAnswers(1024);
        settings.blockLength = 64;
        QVERIFY(desktop.startReady(test::quickModel(), settings));
        int shown = 0;
        connect(desktop.window.findChild<widgets::ConversationView*>(), &widgets::ConversationView::looked, this,
                [&shown] { ++shown; });
        QElapsedTimer clock;
        clock.start();
        Watchdog watchdog;
        desktop.say(QStringLiteral("go on"));
        QVERIFY(desktop.waitForAnswer(60000));
        report("an answer of 256 tokens and steps", watchdog);
        qInfo("the GUI thread used %.1f %% of a core", 100 * watchdog.total() / double(clock.elapsed()));
        QCOMPARE(desktop.messages().back().answer->frames.size(), size_t(1024)); // all are there to be looked at
        constexpr int FirstAndLast = 2;
        QVERIFY2(shown <= MostFramesPerSecond * double(clock.elapsed()) / 1000 + FirstAndLast,
                 qPrintable(QString::number(shown)));
        watchdog.reset();
        desktop.action("playAction")->trigger();
        for (int step = 0; step < 40; ++step) {
            desktop.action("stepForwardAction")->trigger();
            QCoreApplication::processEvents();
        }
        report("looking at its steps", watchdog);
    }

    void browsingTenThousandTensorsLeavesTheWindowFree()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        desktop.show();
        auto page = desktop.window.findChild<widgets::ModelPage*>();
        Watchdog watchdog;
        desktop.window.openModel(m_manyTensors);
        QVERIFY(QTest::qWaitFor([&] { return page->tensors()->model()->rowCount() == 10000; }));
        QVERIFY(desktop.waitForState(State::NoModel));
        report("opening 10 000 tensors", watchdog);
        watchdog.reset();
        desktop.actionCalled(QStringLiteral("Tensors"))->trigger();
        QTreeView* view = page->tensors()->view();
        QScrollBar* scroll = view->verticalScrollBar();
        for (int step = 0; step <= 20; ++step) {
            scroll->setValue(scroll->maximum() * step / 20);
            QCoreApplication::processEvents();
        }
        report("scrolling them", watchdog);
        watchdog.reset();
        for (int column = 0; column < view->model()->columnCount(); ++column) {
            view->sortByColumn(column, Qt::DescendingOrder);
            QCoreApplication::processEvents();
        }
        report("sorting them", watchdog);
        watchdog.reset();
        QTest::keyClicks(page->tensors()->filter(), QStringLiteral("part_3"));
        QVERIFY(QTest::qWaitFor([&] { return page->tensors()->model()->rowCount() == 1000; }));
        report("filtering them", watchdog);
        watchdog.reset();
        page->tensors()->filter()->clear();
        page->tensors()->setGrouped(true);
        QVERIFY(QTest::qWaitFor([&] { return page->tensors()->model()->rowCount() == 1000; }));
        view->setCurrentIndex(view->model()->index(0, 0));
        QTest::keyClick(view, Qt::Key_Asterisk);
        QCoreApplication::processEvents();
        report("grouping them and unfolding a layer", watchdog);
    }

    void aMegabyteInThePromptLeavesTheWindowFree_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("lines") << QStringLiteral("Some words of a long text.\n").repeated(40000);
        QTest::newRow("one line") << QStringLiteral("Some words of a long text. ").repeated(40000);
    }
    void aMegabyteInThePromptLeavesTheWindowFree()
    {
        QFETCH(QString, text);
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        QVERIFY(desktop.startReady(test::quickModel(), test::shortAnswers()));
        Watchdog watchdog;
        QGuiApplication::clipboard()->setText(text);
        desktop.prompt()->paste();
        QLabel* note = desktop.find<QLabel>("contextNote");
        QVERIFY(QTest::qWaitFor([&] { return note->text().contains(QStringLiteral("does not fit")); }, 20000));
        report("a megabyte in the prompt", watchdog);
        QVERIFY(!desktop.sendButton()->isEnabled());
        QCOMPARE(qobject_cast<widgets::PromptEdit*>(desktop.prompt())->text(), text);
        QTest::keyClick(desktop.prompt(), Qt::Key_Return); // says no more than the note does
        QVERIFY(desktop.messages().empty());
    }

    void anIdleWindowDoesNothing_data()
    {
        QTest::addColumn<int>("page");
        QTest::newRow("chat, after an answer") << int(app::MainWindow::Chat);
        QTest::newRow("model") << int(app::MainWindow::Model);
        QTest::newRow("benchmark, after a measurement") << int(app::MainWindow::Benchmark);
        QTest::newRow("settings") << int(app::MainWindow::Preferences);
    }
    void anIdleWindowDoesNothing()
    {
        QFETCH(int, page);
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        QVERIFY(desktop.startReady(test::quickModel(), test::shortAnswers(32)));
        desktop.say(QStringLiteral("hello"));
        QVERIFY(desktop.waitForAnswer());
        desktop.find<QListWidget>("sidebar")->setCurrentRow(page);
        const app::BenchmarkController benchmarks(desktop.window.benchmarkPage(), desktop.engine, desktop.settings,
                                                  folder.path());
        if (page == app::MainWindow::Benchmark) {
            desktop.action("benchmarkStart")->trigger();
            auto history = desktop.find<QTableView>("benchmarkHistory");
            QVERIFY(QTest::qWaitFor([&] { return history->model()->rowCount() == 1; }, 60000));
        }
        QVERIFY(quietFor(500, 20000)); // the canvas has faded, the plots are drawn
        ActivityLog log;
        const double before = Watchdog::processMilliseconds();
        constexpr int WindowMs = 1500;
        QTest::qWait(WindowMs); // nothing is waited for: this is what is measured
        const double used = Watchdog::processMilliseconds() - before;
        qInfo("idle: %.2f ms of processor time in %d ms, the test's own waiting included; timers: %s; painted: %s",
              used, WindowMs, qPrintable(log.timers.join(QLatin1Char(' '))),
              qPrintable(log.paints.join(QLatin1Char(' '))));
        for (const QString& receiver : std::as_const(log.timers))
            QVERIFY2(isCaret(receiver), qPrintable(receiver));
        for (const QString& painter : std::as_const(log.paints)) // the caret takes no more than its own field along
            QVERIFY2(isField(painter), qPrintable(painter));
        QVERIFY2(used < IdleShare * WindowMs, qPrintable(QString::number(used)));
    }

    void quittingTakesNoTime_data()
    {
        QTest::addColumn<QString>("during");
        for (const char* what : {"nothing", "loading", "generating", "browsing", "exporting", "hashing"})
            QTest::newRow(what) << QString::fromLatin1(what);
    }
    void quittingTakesNoTime()
    {
        QFETCH(QString, during);
        const QTemporaryDir folder;
        auto desktop = std::make_unique<Desktop>(folder.path());
        auto page = desktop->window.findChild<widgets::ModelPage*>();
        if (during == QStringLiteral("loading")) {
            desktop->start(m_large);
            bool begun = false;
            connect(&desktop->engine, &app::EngineController::loadProgress, this, [&] { begun = true; });
            QVERIFY(QTest::qWaitFor([&] { return begun; }));
        } else if (during == QStringLiteral("generating")) {
            QVERIFY(desktop->startReady(test::quickModel(), test::longAnswers()));
            desktop->say(QStringLiteral("on and on"));
            QVERIFY(desktop->waitForSteps(5));
        } else {
            desktop->start(during == QStringLiteral("hashing") ? m_large : m_manyTensors);
            QVERIFY(QTest::qWaitFor([&] { return page->tensors()->model()->rowCount() > 0; }));
            if (during == QStringLiteral("exporting"))
                page->exportTo(widgets::Exporter::Format::Json, folder.filePath(QStringLiteral("out.json")));
            if (during == QStringLiteral("hashing"))
                page->header()->checksum()->start();
            if (during == QStringLiteral("browsing"))
                page->tensors()->filter()->setText(QStringLiteral("part_7"));
        }
        Watchdog watchdog;
        QElapsedTimer clock;
        clock.start();
        desktop->window.close();
        desktop.reset();
        qInfo("quit while %s: %lld ms, %.1f ms of the GUI thread", qPrintable(during), clock.elapsed(),
              watchdog.longest());
        QVERIFY(clock.elapsed() < LongestQuitMs);
        QVERIFY(watchdog.longest() < LongestTurnMs);
    }

private:
    void report(const char* what, const Watchdog& watchdog)
    {
        qInfo("%s: longest turn of the GUI thread %.1f ms, %.1f ms in all", what, watchdog.longest(), watchdog.total());
        QVERIFY2(watchdog.longest() < LongestTurnMs, what);
    }

    /// Until no timer but the caret's has fired for `ms`.
    static bool quietFor(int ms, int within)
    {
        ActivityLog log;
        QElapsedTimer quiet;
        quiet.start();
        return QTest::qWaitFor(
            [&] {
                log.timers.removeIf(isCaret);
                if (!log.timers.isEmpty())
                    quiet.restart();
                log.timers.clear();
                return quiet.elapsed() > ms;
            },
            within);
    }

    const QTemporaryDir m_files;
    QString m_manyTensors;
    QString m_large;
};

QTEST_MAIN(TestResponsiveness)
#include "test_responsiveness.moc"
