// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/main_window.h"

#include "desktop/load_bar.h"
#include "desktop/page_delegate.h"
#include "desktop/settings_page.h"
#include "desktop/status_line.h"
#include "session/demo_model.h"
#include "widgets/benchmark/benchmark_page.h"
#include "widgets/chat/chat_page.h"
#include "widgets/common/floating_column.h"
#include "widgets/common/message_bar.h"
#include "widgets/gguf/model_page.h"
#include "widgets/models/error_advice.h"
#include "widgets/models/formatting.h"

#include <QAction>
#include <QCloseEvent>
#include <QDataStream>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QScreen>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lacuna::app {

using widgets::ChatPage;
using widgets::MessageBar;

namespace {

/// Empty: what is dropped is no file of this computer.
QString droppedFile(const QDropEvent& event)
{
    const QList<QUrl> urls = event.mimeData()->urls();
    return urls.isEmpty() ? QString() : urls.first().toLocalFile();
}

/// Of all splitters of a page, in their order.
QByteArray splitterStates(const QWidget& page)
{
    QList<QByteArray> states;
    for (const QSplitter* splitter : page.findChildren<QSplitter*>())
        states.append(splitter->saveState());
    QByteArray all;
    QDataStream stream(&all, QIODevice::WriteOnly);
    stream << states;
    return all;
}

void restoreSplitters(QWidget& page, const QByteArray& all)
{
    QList<QByteArray> states;
    QDataStream stream(all);
    stream >> states;
    const QList<QSplitter*> splitters = page.findChildren<QSplitter*>();
    if (stream.status() != QDataStream::Ok || states.size() != splitters.size())
        return; // of another version
    for (qsizetype i = 0; i < states.size(); ++i)
        splitters[i]->restoreState(states[i]);
}

} // namespace

MainWindow::MainWindow(Settings& settings, EngineController& engine, ChatStore& chats, QWidget* parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_engine(engine)
    , m_chats(chats)
    , m_sidebar(new QListWidget(this))
    , m_pages(new QStackedWidget(this))
    , m_messages(new MessageBar(this))
    , m_chatMessages(new MessageBar(this))
    , m_loadBar(new LoadBar(this))
    , m_status(new StatusLine(statusBar()))
    , m_chat(new ChatPage(this))
    , m_model(new widgets::ModelPage(this))
    , m_benchmark(new widgets::BenchmarkPage(this))
    , m_preferences(new SettingsPage(settings, this))
{
    setWindowTitle(tr("Lacuna"));
    setAcceptDrops(true);
    for (QPlainTextEdit* field : findChildren<QPlainTextEdit*>())
        field->viewport()->installEventFilter(this);
    buildPages();
    buildMenus();
    connectEngine();
    connectChat();
    connectStore();
    m_chats.open();
    restoreWindow();
    m_chat->focusPrompt();
}

void MainWindow::buildPages()
{
    const std::pair<QString, QWidget*> pages[] = {
        {tr("Chat"), m_chat},
        {tr("Model"), m_model},
        {tr("Benchmark"), m_benchmark},
        {tr("Settings"), m_preferences},
    };
    for (const auto& [name, page] : pages) {
        m_sidebar->addItem(name);
        m_pages->addWidget(page);
    }
    m_sidebar->setObjectName(QStringLiteral("sidebar"));
    m_sidebar->setAccessibleName(tr("Pages"));
    m_sidebar->setItemDelegate(new PageDelegate(m_sidebar));
    m_sidebar->setMouseTracking(true);
    m_sidebar->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_sidebar->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    m_sidebar->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    m_sidebar->setFrameShape(QFrame::NoFrame);
    connect(m_sidebar, &QListWidget::currentRowChanged, this, &MainWindow::showPage);
    connect(m_loadBar, &LoadBar::cancelled, &m_engine, &EngineController::cancelLoad);
    connect(m_model, &widgets::ModelPage::openFileRequested, this, &MainWindow::chooseModel);

    auto content = new QWidget(this);
    auto pageArea = new QWidget(content);
    auto pageLayout = new QVBoxLayout(pageArea);
    pageLayout->setContentsMargins(0, 0, 0, 0);
    pageLayout->addWidget(m_pages);
    auto messages = new widgets::FloatingColumn(pageArea, widgets::FloatingColumn::Edge::Top);
    messages->add(m_chatMessages);
    messages->add(m_messages);
    statusBar()->insertPermanentWidget(0, m_loadBar, 1);
    auto row = new QHBoxLayout(content);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_sidebar);
    row->addWidget(pageArea, 1);
    setCentralWidget(content);
}

void MainWindow::connectEngine()
{
    connect(&m_engine, &EngineController::stateChanged, this, &MainWindow::showState);
    connect(&m_engine, &EngineController::loadProgress, m_loadBar, &LoadBar::setProgress);
    connect(&m_engine, &EngineController::memoryKnown, m_loadBar, &LoadBar::setMemory);
    connect(&m_engine, &EngineController::fileOpened, this, [this](std::shared_ptr<const gguf::File> file) {
        m_opened = true;
        m_settings.addRecentModel(file->path());
        m_model->setFile(std::move(file));
    });
    connect(&m_engine, &EngineController::memoryQuestion, this, &MainWindow::askAboutMemory);
    connect(&m_engine, &EngineController::loadFailed, this, &MainWindow::showLoadError);
    connect(&m_engine, &EngineController::modelLoaded, this, &MainWindow::showModel);
}

void MainWindow::showState(EngineController::State state)
{
    if (state != EngineController::State::Loading) {
        m_loadBar->hide();
        m_settings.setModelBeingLoaded({});
    }
    if (m_pending && state != EngineController::State::Ready) {
        m_pending.reset(); // its model goes before it has begun
        m_chat->dropAnswer();
    }
    m_unload->setEnabled(state != EngineController::State::NoModel);
    if (!m_engine.model())
        m_status->clearModel(); // unloaded, or gone for one that is loading or could not be loaded
    m_status->setState(state);
    m_chat->setEngineState(ChatPage::EngineState(int(state))); // the same states in the same order
}

void MainWindow::showModel(const LoadedModel& model)
{
    m_settings.setLastModel(model.path);
    const models::GenerationSettings generation = m_settings.generationSettings(model.name);
    m_status->setModel(model);
    m_status->setThreads(generation.threads);
    m_model->setRunnable();
    m_chat->setModel({model.name, model.context, model.tokenizer, model.chatFormat});
    m_chat->setSettings(generation);
    if (!model.warnings.isEmpty())
        m_messages->showMessage(MessageBar::Severity::Warning, model.warnings.join(QLatin1Char('\n')), model.path);
}

void MainWindow::connectChat()
{
    m_chat->setAnimated(m_settings.animations());
    connect(&m_settings, &Settings::animationsChanged, m_chat, &ChatPage::setAnimated);
    connect(m_chat, &ChatPage::answerRequested, this,
            [this](const std::vector<tokenizer::ChatMessage>& messages, const models::GenerationSettings& settings) {
                m_pending = AnswerOrder {messages, settings};
                startPendingAnswer();
            });
    connect(m_chat, &ChatPage::stopRequested, this, &MainWindow::stopAnswer);
    connect(m_chat, &ChatPage::openModelRequested, this, &MainWindow::chooseModel);
    connect(m_chat, &ChatPage::conversationChanged, this, &MainWindow::saveConversation);
    connect(m_chat, &ChatPage::settingsChanged, this, [this](const models::GenerationSettings& settings) {
        m_status->setThreads(settings.threads);
        if (m_engine.model())
            m_settings.setGenerationSettings(m_engine.model()->name, settings);
    });

    const auto forThisAnswer = [this](auto slot) {
        return [this, slot](quint64 id, const auto& what) {
            if (id == m_answer)
                (m_chat->*slot)(what);
        };
    };
    connect(&m_engine, &EngineController::frameReady, this, forThisAnswer(&ChatPage::addFrame));
    connect(&m_engine, &EngineController::blockFinished, this, forThisAnswer(&ChatPage::updateAnswer));
    connect(&m_engine, &EngineController::answerFinished, this, forThisAnswer(&ChatPage::finishAnswer));
    connect(&m_engine, &EngineController::answerFailed, this, forThisAnswer(&ChatPage::failAnswer));
}

void MainWindow::showPage(int page)
{
    m_sidebar->setCurrentRow(page);
    m_pages->setCurrentIndex(page);
    if (page == Chat)
        m_chat->focusPrompt();
    else if (page == Model && !m_sidebar->hasFocus()) // else arrow keys go through the pages
        m_model->focusTable();
}

void MainWindow::start(const QString& path)
{
    m_chats.loadLatest();
    const QString model = path.isEmpty() ? usualModel() : path;
    if (!model.isEmpty())
        openModel(model);
}

/// The model that ran last, else the demo model. One during whose loading the program ended would end it again.
QString MainWindow::usualModel()
{
    const QString suspect = m_settings.modelBeingLoaded();
    for (const QString& model : {m_settings.lastModel(), session::demoModelFile()}) {
        if (model.isEmpty() || !QFileInfo::exists(model))
            continue;
        if (model != suspect)
            return model;
        m_chatMessages->showMessage(
            MessageBar::Severity::Warning,
            tr("The program ended while it loaded %1, so that was not loaded again. To try it once more, take it from "
               "File → Open recent.")
                .arg(QFileInfo(suspect).fileName()),
            suspect);
    }
    return {};
}

void MainWindow::openModel(const QString& path)
{
    m_messages->dismiss();
    m_opened = false;
    m_settings.setModelBeingLoaded(path);
    m_engine.load(path);
}

void MainWindow::takeOver(const QStringList& files)
{
    if (!files.isEmpty())
        openModel(files.first());
    setWindowState(windowState() & ~Qt::WindowMinimized);
    raise();
    activateWindow();
}

void MainWindow::chooseModel()
{
    auto dialog = new QFileDialog(this, tr("Open model"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("GGUF models (*.gguf)"), tr("All files (*)")});
    if (const QStringList recent = m_settings.recentModels(); !recent.isEmpty())
        dialog->setDirectory(QFileInfo(recent.first()).absolutePath());
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openModel);
    dialog->open();
}

void MainWindow::askAboutMemory(const QString& path, const MemoryNeed& need)
{
    m_messages->showMessage(
        MessageBar::Severity::Warning,
        tr("%1 needs %2 of memory (weights %3, keys and values %4, buffers %5), and %6 are free. Close other programs, "
           "or take a smaller quantisation; loading anyway may make the computer very slow.")
            .arg(QFileInfo(path).fileName(), models::formatBytes(need.needed.total()),
                 models::formatBytes(need.needed.weights), models::formatBytes(need.needed.kv),
                 models::formatBytes(need.needed.buffers), models::formatBytes(need.available.value_or(0))));
    auto anyway = new QAction(tr("Load anyway"), m_messages);
    connect(anyway, &QAction::triggered, this, [this, path] {
        m_messages->dismiss();
        m_settings.setModelBeingLoaded(path);
        m_engine.load(path, true);
    });
    m_messages->addAction(anyway);
}

void MainWindow::showLoadError(const QString& path, const Error& error)
{
    if (error.code == Error::Code::OutOfMemory && !m_messages->isHidden())
        return; // the memory question stands there, with what can be done
    if (m_opened) {
        m_model->setNotRunnable(error); // its own bar says why, above what can be looked into
        m_chat->showModelProblem(m_model->runNotice()->text());
        showPage(Model);
        return;
    }
    m_model->setFile(nullptr);
    m_messages->showMessage(MessageBar::Severity::Error, models::withAdvice(error),
                            tr("File: %1\nAbout: %2").arg(path, error.subject));
}

void MainWindow::connectStore()
{
    connect(&m_chats, &ChatStore::damageFound, this,
            [this](const QString& message) { m_chatMessages->showMessage(MessageBar::Severity::Warning, message); });
    connect(&m_chats, &ChatStore::loaded, this, [this](const models::Conversation& conversation) {
        if (m_chat->conversation().messages.empty()) // else the user was faster
            m_chat->setConversation(conversation);
    });
    connect(&m_chats, &ChatStore::saved, this, &MainWindow::saveReturned);
    connect(&m_chats, &ChatStore::failed, this, [this](const Error& error) {
        m_chatMessages->showMessage(MessageBar::Severity::Error, error.text(), error.subject);
        saveReturned();
    });
}

void MainWindow::saveConversation()
{
    if (m_chat->conversation().messages.empty())
        return;
    if (m_chat->conversation().id == 0)
        m_chat->setConversationId(ChatStore::newId());
    ++m_saves;
    m_chats.save(m_chat->conversation());
}

void MainWindow::saveReturned()
{
    --m_saves;
    startPendingAnswer();
}

void MainWindow::startPendingAnswer()
{
    if (m_saves > 0 || !m_pending)
        return;
    const AnswerOrder order = std::move(*m_pending);
    m_pending.reset();
    m_answer = m_engine.generate(order.messages, order.settings);
}

void MainWindow::stopAnswer()
{
    if (m_pending) {
        m_pending.reset();
        m_chat->dropAnswer();
    } else {
        m_engine.stop();
    }
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_settings.setGeometry(saveGeometry());
    m_settings.setPage(m_pages->currentIndex());
    m_settings.setLayout(QStringLiteral("chat"), m_chat->saveLayout());
    m_settings.setLayout(QStringLiteral("model"), splitterStates(*m_model));
    m_settings.setLayout(QStringLiteral("sidebar"), m_sidebar->isHidden() ? "hidden" : "shown");
    m_settings.setLayout(QStringLiteral("benchmark"), m_benchmark->saveLayout());
    m_engine.stop();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!droppedFile(*event).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QString path = droppedFile(*event);
    if (path.isEmpty())
        return;
    event->acceptProposedAction();
    openModel(path);
}

/// Text fields would take a dropped file for the text of its address.
bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    const auto type = event->type();
    if (type != QEvent::DragEnter && type != QEvent::DragMove && type != QEvent::Drop)
        return QMainWindow::eventFilter(watched, event);
    auto drop = static_cast<QDropEvent*>(event);
    if (droppedFile(*drop).isEmpty())
        return false;
    if (type == QEvent::Drop)
        dropEvent(drop);
    else
        drop->acceptProposedAction();
    return true;
}

void MainWindow::restoreWindow()
{
    constexpr QSize frame(20, 60); // of the window system, generously
    resize(QSize(1180, 780).boundedTo(QGuiApplication::primaryScreen()->availableSize() - frame));
    restoreGeometry(m_settings.geometry());
    // a screen that is gone must not take the window with it
    const QRect screen = QGuiApplication::primaryScreen()->availableVirtualGeometry();
    if (!screen.intersects(frameGeometry()))
        move(screen.topLeft() + QPoint(40, 40));
    m_chat->restoreLayout(m_settings.layout(QStringLiteral("chat")));
    restoreSplitters(*m_model, m_settings.layout(QStringLiteral("model")));
    m_showSidebar->setChecked(m_settings.layout(QStringLiteral("sidebar")) != "hidden");
    m_benchmark->restoreLayout(m_settings.layout(QStringLiteral("benchmark")));
    showPage(std::clamp(m_settings.page(), 0, m_pages->count() - 1));
}

} // namespace lacuna::app
