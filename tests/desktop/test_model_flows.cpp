// SPDX-License-Identifier: GPL-3.0-or-later
// All ways to open a model, what can go wrong on the way, and the Model page, in the real window with the real engine.
#include "desktop/desktop.h"

#include "desktop/single_instance.h"
#include "support/gguf_writer.h"
#include "widgets/chat/chat_page.h"
#include "widgets/common/message_bar.h"
#include "widgets/gguf/filtered_table.h"
#include "widgets/gguf/metadata_page.h"
#include "widgets/gguf/model_page.h"
#include "widgets/gguf/tensor_page.h"

#include <QAction>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMimeData>
#include <QSignalSpy>
#include <QSplitter>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QTreeView>
#include <QUrl>

using namespace lacuna;
using app::EngineController;
using test::Desktop;
using widgets::ModelPage;
using State = EngineController::State;

namespace {

/// Drops a file where the pointer is over the middle of `target`.
void dropFile(QWidget* target, const QString& path)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    data.setText(QUrl::fromLocalFile(path).toString()); // as file managers do
    const QPoint middle = target->rect().center();
    QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(target, &enter);
    QDropEvent drop(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(target, &drop);
}

bool writeBytes(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

} // namespace

class TestModelFlows : public QObject {
    Q_OBJECT
public:
    static void initMain() { test::isolateProcess(); }

private Q_SLOTS:
    void initTestCase() { QVERIFY(!test::quickModel().isEmpty()); }

    void anyPathOpens_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("spaces") << QStringLiteral("a model  with spaces.gguf");
        QTest::newRow("cyrillic") << QStringLiteral("Модель/Ёжик.gguf");
        QTest::newRow("cjk") << QStringLiteral("模型/日本語の模型.gguf");
        QTest::newRow("emoji") << QStringLiteral("\U0001F9E9\U0001F469\u200D\U0001F680.gguf");
#ifdef Q_OS_WIN
        const QString quotes = QStringLiteral("'c'"); // no file has another there
#else
        const QString quotes = QStringLiteral("'c' \"d\"");
#endif
        QTest::newRow("ideographic space, quotes, percent")
            << QStringLiteral("a\u3000b ") + quotes + QStringLiteral(" %20 & #e.gguf");
        QTest::newRow("longer than 260") << QStringLiteral("folder-of-thirty-characters-yes/").repeated(9)
                + QStringLiteral("model.gguf");
        QTest::newRow("no suffix") << QStringLiteral("model");
    }
    void anyPathOpens()
    {
        QFETCH(QString, name);
        const QTemporaryDir folder;
        const QString path = folder.filePath(name);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QVERIFY(QFile::copy(test::quickModel(), path));
        Desktop desktop(folder.path());
        desktop.start(path); // as by an argument on the command line
        QVERIFY(desktop.waitForState(State::Ready));
        QCOMPARE(desktop.engine.model()->path, path);
        QCOMPARE(desktop.settings.recentModels().value(0), path);
        QCOMPARE(desktop.settings.lastModel(), path);
    }

    void anyShardOfASplitFileOpens()
    {
        const QTemporaryDir folder;
        const auto shards =
            support::writeSplitRandomModel(test::quickModelShape(), folder.filePath(QStringLiteral("split")), 3);
        QVERIFY(shards.has_value());
        Desktop desktop(folder.path());
        desktop.start(shards->at(1));
        QVERIFY(desktop.waitForState(State::Ready));
        QCOMPARE(desktop.engine.model()->name, QStringLiteral("quick"));
        desktop.say(QStringLiteral("hello"));
        QVERIFY(desktop.waitForAnswer(60000));
    }

    void theFileDialogOpens()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        desktop.start(test::quickModel());
        QVERIFY(desktop.waitForState(State::Ready));
        QTest::keyClick(&desktop.window, Qt::Key_O, Qt::ControlModifier);
        auto dialog = desktop.window.findChild<QFileDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        Q_EMIT dialog->fileSelected(test::quickModel());
        QCOMPARE(desktop.engine.state(), State::Loading);
        dialog->reject();
        QVERIFY(desktop.waitForState(State::Ready));
    }

    void aDroppedFileOpens_data()
    {
        QTest::addColumn<QString>("target");
        QTest::newRow("on the window") << QString();
        QTest::newRow("on the prompt, which takes text") << QStringLiteral("promptEdit");
        QTest::newRow("on the system prompt") << QStringLiteral("systemPromptEdit");
    }
    void aDroppedFileOpens()
    {
        QFETCH(QString, target);
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        desktop.show();
        QWidget* widget = &desktop.window;
        if (!target.isEmpty())
            widget = desktop.window.findChild<QPlainTextEdit*>(target)->viewport();
        dropFile(widget, test::quickModel());
        QCOMPARE(desktop.engine.state(), State::Loading);
        QVERIFY(desktop.waitForState(State::Ready));
        QVERIFY(desktop.prompt()->toPlainText().isEmpty());
    }

    void theRecentListOpensAgainAlsoWhatOnlyTheBrowserCanShow()
    {
        const QTemporaryDir folder;
        const QString whisper = folder.filePath(QStringLiteral("whisper & co.gguf"));
        support::GgufWriter writer;
        writer.set("general.architecture", support::MetaValue::string("whisper"));
        QVERIFY(writer.write(whisper));
        Desktop desktop(folder.path());
        desktop.start(test::quickModel());
        QVERIFY(desktop.waitForState(State::Ready));
        desktop.window.openModel(whisper);
        QVERIFY(desktop.waitForState(State::NoModel));
        QAction* recent = desktop.actionCalled(QStringLiteral("Open recent"));
        QVERIFY(recent);
        Q_EMIT recent->menu()->aboutToShow();
        QCOMPARE(recent->menu()->actions().at(0)->text(), QStringLiteral("whisper && co.gguf"));
        recent->menu()->actions().at(1)->trigger();
        QVERIFY(desktop.waitForState(State::Ready));
        QCOMPARE(desktop.engine.model()->name, QStringLiteral("quick"));
        desktop.actionCalled(QStringLiteral("Forget these"))->trigger();
        QVERIFY(desktop.settings.recentModels().isEmpty());
    }

    void whatCannotRunOpensInTheBrowserWithTheReason()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("llama.gguf"));
        support::GgufWriter writer;
        writer.set("general.architecture", support::MetaValue::string("llama"));
        writer.addTensor("token_embd.weight", quant::TensorType::F32, {32, 8});
        QVERIFY(writer.write(path));
        Desktop desktop(folder.path());
        desktop.start(path);
        QVERIFY(QTest::qWaitFor([&] { return !desktop.modelMessage().isEmpty(); }));
        QCOMPARE(desktop.engine.state(), State::NoModel);
        const QString message = desktop.modelMessage();
        QVERIFY2(message.contains(QStringLiteral("llama")), qPrintable(message)); // what it is …
        QVERIFY2(message.contains(QStringLiteral("llada")), qPrintable(message)); // … and what would run
        auto page = desktop.window.findChild<ModelPage*>();
        QVERIFY(page->isVisible());
        QVERIFY(QTest::qWaitFor([&] { return page->tensors()->model()->rowCount() == 1; }));
        const auto label = page->findChild<QLabel*>(QStringLiteral("messageText"));
        QVERIFY(label->textInteractionFlags() & Qt::TextSelectableByMouse);
        QVERIFY(desktop.settings.lastModel().isEmpty()); // the next start does not begin with an error
    }

    void whatIsNoModelIsSaid_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("whatToDo");
        const QString again = QStringLiteral("ownload it again");
        QTest::newRow("empty") << QByteArray() << again;
        QTest::newRow("a picture") << QByteArray("\x89PNG\r\n\x1a\n and so on") << QStringLiteral("Choose a GGUF file");
        QTest::newRow("cut") << QByteArray("GGUF\3\0\0\0\xff\xff\xff\xff\0\0\0\0", 16) << again;
        QTest::newRow("not there") << QByteArray() << QStringLiteral("Check that the file is there");
    }
    void whatIsNoModelIsSaid()
    {
        QFETCH(QByteArray, bytes);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("thing.gguf"));
        if (QByteArray(QTest::currentDataTag()) != "not there")
            QVERIFY(writeBytes(path, bytes));
        Desktop desktop(folder.path());
        desktop.start(path);
        QVERIFY(QTest::qWaitFor([&] { return !desktop.modelMessage().isEmpty(); }));
        QVERIFY2(desktop.modelMessage().contains(QStringLiteral("thing.gguf")), qPrintable(desktop.modelMessage()));
        QFETCH(QString, whatToDo);
        QVERIFY2(desktop.modelMessage().contains(whatToDo), qPrintable(desktop.modelMessage()));
        QCOMPARE(desktop.engine.state(), State::NoModel);
        // another model can be opened, and the message goes
        desktop.window.openModel(test::quickModel());
        QVERIFY(desktop.waitForState(State::Ready));
        QVERIFY2(desktop.modelMessage().isEmpty(), qPrintable(desktop.modelMessage()));
    }

    void noMessageMovesWhatIsUnderThePointer()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        desktop.show();
        const auto places = [&desktop] {
            QList<int> found; // from the top: texts of buttons may change, and with them widths
            for (const char* name : {"promptEdit", "sendButton", "genLengthSpinBox", "sidebar"}) {
                const auto* widget = desktop.find<QWidget>(name);
                found << widget->mapTo(&desktop.window, QPoint()).y() << widget->height();
            }
            return found;
        };
        const QList<int> before = places();
        connect(&desktop.engine, &EngineController::stateChanged, this, [&] {
            QCoreApplication::processEvents(); // the progress of loading shows
            QCOMPARE(places(), before);
        });
        desktop.window.openModel(folder.filePath(QStringLiteral("none.gguf")));
        QVERIFY(QTest::qWaitFor([&] { return !desktop.modelMessage().isEmpty(); }));
        desktop.window.findChild<widgets::ChatPage*>()->showModelProblem(QStringLiteral("It cannot answer."));
        QCoreApplication::processEvents();
        QCOMPARE(places(), before);
        QList<QRect> bars;
        for (const auto* bar : desktop.window.findChildren<widgets::MessageBar*>()) {
            if (bar->isVisible())
                bars << QRect(bar->mapTo(&desktop.window, QPoint()), bar->size());
        }
        QCOMPARE(bars.size(), 2);
        QVERIFY(!bars[0].intersects(bars[1]));
    }

    void aDamagedModelSaysOnBothPagesWhatToDo()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("half.gguf"));
        QVERIFY(QFile::copy(test::quickModel(), path));
        QVERIFY(QFile::resize(path, QFileInfo(path).size() / 2)); // as a download that ended early
        Desktop desktop(folder.path());
        desktop.start(path);
        auto page = desktop.window.findChild<ModelPage*>();
        QVERIFY(QTest::qWaitFor([&] { return page->isVisible(); }));
        auto chat = desktop.window.findChild<widgets::ChatPage*>()->findChild<widgets::MessageBar*>();
        for (const widgets::MessageBar* bar : {page->runNotice(), chat}) {
            QVERIFY(!bar->isHidden());
            for (const char* part : {"half.gguf", "cut off", "Download or copy it again"})
                QVERIFY2(bar->text().contains(QLatin1String(part)), qPrintable(bar->text()));
        }
        desktop.window.openModel(test::quickModel());
        QVERIFY(desktop.waitForState(State::Ready));
        QVERIFY2(desktop.modelMessage().isEmpty(), qPrintable(desktop.modelMessage()));
    }

    void aSecondStartHandsItsFileToTheRunningWindow()
    {
        const QTemporaryDir folder;
        const QString lock = folder.filePath(QStringLiteral("running.lock"));
        app::SingleInstance first(lock);
        QVERIFY(first.becomeFirst());
        Desktop desktop(folder.path());
        connect(&first, &app::SingleInstance::filesRequested, &desktop.window, &app::MainWindow::takeOver);
        desktop.window.show();
        bool handedOver = false;
        // beside it, as another process is: on Windows what it writes has to be read before it goes on
        const std::unique_ptr<QThread> start(QThread::create([&] {
            app::SingleInstance second(lock);
            handedOver = !second.becomeFirst() && second.handOver({test::quickModel()});
        }));
        start->start();
        QVERIFY(QTest::qWaitFor([&] { return start->isFinished(); }));
        QVERIFY(handedOver);
        QVERIFY(desktop.waitForState(State::Ready));
        QCOMPARE(desktop.engine.model()->path, test::quickModel());
    }

    void theBrowserFiltersAndExports()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        desktop.start(test::quickModel());
        QVERIFY(desktop.waitForState(State::Ready));
        QTest::keyClick(&desktop.window, Qt::Key_2, Qt::ControlModifier);
        auto page = desktop.window.findChild<ModelPage*>();
        QVERIFY(page->isVisible());
        desktop.actionCalled(QStringLiteral("Metadata"))->trigger();
        QTest::keyClick(page->metadata()->table()->view(), Qt::Key_F, Qt::ControlModifier);
        QLineEdit* filter = page->metadata()->table()->filter();
        QCOMPARE(desktop.window.focusWidget(), filter);
        QSignalSpy filtered(page->metadata()->table(), &widgets::FilteredTable::queryFinished);
        QTest::keyClicks(filter, QStringLiteral("embedding_length"));
        QVERIFY(QTest::qWaitFor([&] { return page->metadata()->table()->model().rowCount() == 1; }));

        const QString json = folder.filePath(QStringLiteral("exported.json"));
        page->exportTo(widgets::Exporter::Format::Json, json);
        QVERIFY(QTest::qWaitFor([&] { return page->messages()->text().startsWith(QStringLiteral("Saved to ")); }));
        QFile file(json);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(!QJsonDocument::fromJson(file.readAll()).object().isEmpty());
    }

    void splittersAndSidebarComeBack()
    {
        const QTemporaryDir folder;
        QByteArray state;
        {
            Desktop desktop(folder.path());
            desktop.start(test::quickModel());
            QVERIFY(desktop.waitForState(State::Ready));
            QTest::keyClick(&desktop.window, Qt::Key_2, Qt::ControlModifier);
            auto splitter = desktop.find<QSplitter>("metadataSplitter");
            const QByteArray before = splitter->saveState();
            splitter->setSizes({splitter->width() / 3, splitter->width() * 2 / 3});
            state = splitter->saveState();
            QVERIFY(state != before);
            QTest::keyClick(&desktop.window, Qt::Key_F9);
            desktop.window.close();
        }
        Desktop desktop(folder.path());
        QVERIFY(desktop.find<QListWidget>("sidebar")->isHidden());
        QCOMPARE(desktop.find<QSplitter>("metadataSplitter")->saveState(), state);
    }

    void pageAndGeometryComeBackAndNeverOffScreen()
    {
        const QTemporaryDir folder;
        QSize size;
        {
            Desktop desktop(folder.path());
            desktop.show();
            desktop.window.setGeometry(20, 30, 700, 500);
            size = desktop.window.size(); // not below the smallest that its contents take
            QTest::keyClick(&desktop.window, Qt::Key_Comma, Qt::ControlModifier);
            desktop.window.close();
        }
        {
            Desktop desktop(folder.path());
            QCOMPARE(desktop.find<QListWidget>("sidebar")->currentRow(), int(app::MainWindow::Preferences));
            QCOMPARE(desktop.window.size(), size);
            desktop.show();
            desktop.window.setGeometry(90000, 90000, 700, 500); // on a screen that is gone at the next start
            desktop.window.close();
        }
        Desktop desktop(folder.path());
        const QRect visible =
            desktop.window.frameGeometry().intersected(desktop.window.screen()->availableVirtualGeometry());
        QVERIFY(visible.width() >= 100 && visible.height() >= 100);
    }
};

QTEST_MAIN(TestModelFlows)
#include "test_model_flows.moc"
