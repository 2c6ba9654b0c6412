// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "desktop/chat_store.h"
#include "desktop/engine_controller.h"
#include "desktop/settings.h"

#include <QMainWindow>

class QListWidget;
class QMenu;
class QStackedWidget;

namespace lacuna::widgets {
class BenchmarkPage;
class ChatPage;
class MessageBar;
class ModelPage;
} // namespace lacuna::widgets

namespace lacuna::app {

class LoadBar;
class SettingsPage;
class StatusLine;

/// The window: a sidebar of pages, menus that hold every action, a message bar, a status bar. It arranges and connects
/// the pages; what they show is theirs.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    enum Page { Chat, Model, Benchmark, Preferences };

    MainWindow(Settings& settings, EngineController& engine, ChatStore& chats, QWidget* parent = nullptr);

    widgets::BenchmarkPage& benchmarkPage() const { return *m_benchmark; }

    /// What happens at the start of the program: the last conversation comes back, and a model loads in the background:
    /// `path`, else the one that ran last, else the demo model.
    void start(const QString& path);
    /// Loads a model to run or, where that is not possible, to look into.
    void openModel(const QString& path);
    /// A later start of the program: opens its files and comes to the front.
    void takeOver(const QStringList& files);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildPages();
    void buildMenus();
    void buildFileMenu();
    void buildViewMenu();
    void buildHelpMenu();
    void showShortcuts();
    void connectEngine();
    void connectChat();
    void showPage(int page);
    void showState(EngineController::State state);
    void chooseModel();
    void updateRecentMenu();
    void askAboutMemory(const QString& path, const MemoryNeed& need);
    void showModel(const LoadedModel& model);
    void connectStore();
    void showLoadError(const QString& path, const Error& error);
    void saveConversation();
    void saveReturned();
    void startPendingAnswer();
    void stopAnswer();
    QString usualModel();
    void restoreWindow();

    Settings& m_settings;
    EngineController& m_engine;
    ChatStore& m_chats;
    QListWidget* m_sidebar;
    QStackedWidget* m_pages;
    widgets::MessageBar* m_messages; ///< about the model
    widgets::MessageBar* m_chatMessages; ///< about saved chats
    LoadBar* m_loadBar;
    StatusLine* m_status;
    widgets::ChatPage* m_chat;
    widgets::ModelPage* m_model;
    widgets::BenchmarkPage* m_benchmark;
    SettingsPage* m_preferences;
    QMenu* m_recentMenu = nullptr;
    QAction* m_unload = nullptr;
    QAction* m_showSidebar = nullptr;
    bool m_opened = false; ///< the file being loaded could at least be read, so the browser shows it
    quint64 m_answer = 0; ///< id of the answer being made, 0: none
    struct AnswerOrder {
        std::vector<tokenizer::ChatMessage> messages;
        models::GenerationSettings settings;
    };
    std::optional<AnswerOrder> m_pending; ///< waits until its conversation is on the disk
    int m_saves = 0; ///< that have not returned yet
};

} // namespace lacuna::app
