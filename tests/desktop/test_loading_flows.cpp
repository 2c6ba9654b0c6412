// SPDX-License-Identifier: GPL-3.0-or-later
// Memory, progress, cancelling and failure while a model loads, in the real window with the real engine.
#include "desktop/desktop.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <utility>

using namespace lacuna;
using app::EngineController;
using test::Desktop;
using State = EngineController::State;

class TestLoadingFlows : public QObject {
    Q_OBJECT
public:
    static void initMain() { test::isolateProcess(); }

private Q_SLOTS:
    void initTestCase() { QVERIFY(!test::quickModel().isEmpty()); }

    void memoryIsAskedAboutAndLoadAnywayLoads()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path(), [] { return std::optional<quint64>(1000); });
        desktop.start(test::quickModel());
        QVERIFY(desktop.waitForState(State::NoModel));
        QVERIFY(QTest::qWaitFor([&] { return !desktop.modelMessage().isEmpty(); }));
        const QString question = desktop.modelMessage();
        QVERIFY2(question.contains(QStringLiteral("weights")), qPrintable(question)); // of what it is made up
        QVERIFY2(question.contains(QStringLiteral("1.0\u00a0kB are free")), qPrintable(question)); // and what is free
        QToolButton* anyway = nullptr;
        for (QToolButton* button : desktop.window.findChildren<QToolButton*>()) {
            if (button->text() == QStringLiteral("Load anyway"))
                anyway = button;
        }
        QVERIFY(anyway);
        QTest::mouseClick(anyway, Qt::LeftButton);
        QVERIFY(desktop.waitForState(State::Ready));
        QVERIFY(desktop.modelMessage().isEmpty());
    }

    void runningOutOfMemoryWhileLoadingIsSaid()
    {
        const QTemporaryDir folder;
        bool full = true; // read by the engine thread while this one waits
        Desktop desktop(folder.path(), [&full]() -> std::optional<quint64> {
            if (full)
                throw std::bad_alloc();
            return std::nullopt;
        });
        desktop.start(test::quickModel());
        QVERIFY(desktop.waitForState(State::NoModel));
        QTRY_VERIFY(desktop.modelMessage().contains(QStringLiteral("ran out of memory")));
        full = false;
        desktop.window.openModel(test::quickModel());
        QVERIFY(desktop.waitForState(State::Ready));
        QVERIFY2(desktop.modelMessage().isEmpty(), qPrintable(desktop.modelMessage()));
    }

    void memoryIsShownWhileLoading()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path(), [] { return std::optional<quint64>(quint64(1) << 50); });
        desktop.start(test::quickModel());
        QString shown;
        connect(&desktop.engine, &EngineController::memoryKnown, this, [&] {
            for (const QLabel* label : desktop.window.findChildren<QLabel*>()) {
                if (label->isVisible() && label->text().startsWith(QStringLiteral("Loading ")))
                    shown = label->text();
            }
        });
        QVERIFY(desktop.waitForState(State::Ready));
        QVERIFY2(shown.contains(QStringLiteral("quick.gguf")), qPrintable(shown));
        QVERIFY2(shown.contains(QStringLiteral("TB are free")), qPrintable(shown));
    }

    void loadingShowsProgressAndCanBeCancelled()
    {
        const QTemporaryDir folder;
        support::RandomModel shape = test::quickModelShape();
        shape.width = 512;
        shape.ffn = 4096;
        shape.layers = 4; // about 110 MB: several reports of progress
        const QString path = folder.filePath(QStringLiteral("large.gguf"));
        QVERIFY(support::writeRandomModel(shape, path));
        Desktop desktop(folder.path());
        QList<double> fractions;
        connect(&desktop.engine, &EngineController::loadProgress, this,
                [&](const QString&, double fraction) { fractions.append(fraction); });
        desktop.start(path);
        QVERIFY(desktop.waitForState(State::Ready, 60000));
        QVERIFY(fractions.size() > 3);
        QVERIFY(std::is_sorted(fractions.begin(), fractions.end()));
        QVERIFY(fractions.last() <= 1);

        auto cancel = desktop.find<QToolButton>("cancelLoadButton");
        QVERIFY(!cancel->isVisible());
        QSignalSpy loaded(&desktop.engine, &EngineController::modelLoaded);
        bool cancelled = false;
        connect(&desktop.engine, &EngineController::loadProgress, cancel, [&] {
            if (!std::exchange(cancelled, true)) {
                QVERIFY(cancel->isVisible());
                QTest::mouseClick(cancel, Qt::LeftButton);
            }
        });
        desktop.window.openModel(path);
        QVERIFY(desktop.waitForState(State::NoModel));
        QVERIFY(cancelled);
        QVERIFY(!cancel->isVisible());
        // the engine is free again, and nothing of the cancelled load comes after
        desktop.window.openModel(test::quickModel());
        QVERIFY(desktop.waitForState(State::Ready));
        QCOMPARE(loaded.size(), 1);
        QCOMPARE(desktop.engine.model()->path, test::quickModel());
    }

    void nothingStaysOfALoadThatFailed()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path(), [] { return std::optional<quint64>(1000); });
        std::weak_ptr<const gguf::File> opened;
        connect(&desktop.engine, &EngineController::fileOpened, this,
                [&](const std::shared_ptr<const gguf::File>& file) { opened = file; });
        desktop.start(test::quickModel()); // needs more memory than there is
        QVERIFY(desktop.waitForState(State::NoModel));
        QVERIFY(QTest::qWaitFor([&] { return !desktop.modelMessage().isEmpty(); }));
        QVERIFY(!opened.expired()); // the browser shows it
        desktop.window.openModel(folder.filePath(QStringLiteral("none.gguf")));
        QVERIFY(QTest::qWaitFor([&] { return opened.expired(); }));
    }

    void aModelThatEndedTheProgramIsNotLoadedAgainByItself()
    {
        const QTemporaryDir folder;
        {
            app::Settings settings(folder.filePath(QStringLiteral("settings.ini")));
            settings.setLastModel(test::quickModel());
            settings.setModelBeingLoaded(test::quickModel()); // what a crash leaves behind
        }
        Desktop desktop(folder.path());
        desktop.start();
        QVERIFY(desktop.waitForState(State::Ready));
        QVERIFY(desktop.engine.model()->path.endsWith(QStringLiteral("lacuna-demo.gguf")));
        QVERIFY2(desktop.modelMessage().contains(QStringLiteral("quick.gguf")), qPrintable(desktop.modelMessage()));
        QVERIFY(desktop.settings.modelBeingLoaded().isEmpty());
    }
};

QTEST_MAIN(TestLoadingFlows)
#include "test_loading_flows.moc"
