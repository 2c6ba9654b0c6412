// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of MainWindow: every action of the program stands in one of them, with the platform's shortcuts.
#include "desktop/main_window.h"
#include "desktop/shortcut_list.h"
#include "session/demo_model.h"
#include "widgets/benchmark/benchmark_page.h"
#include "widgets/chat/chat_page.h"
#include "widgets/gguf/model_page.h"

#include <QActionGroup>
#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QListWidget>
#include <QMenuBar>
#include <QMessageBox>

namespace lacuna::app {

void MainWindow::buildMenus()
{
    buildFileMenu();
    menuBar()->addMenu(tr("&Chat"))->addActions(m_chat->menuActions());
    menuBar()->addMenu(tr("&Model"))->addActions(m_model->menuActions());
    menuBar()->addMenu(tr("&Benchmark"))->addActions(m_benchmark->menuActions());
    buildViewMenu();
    buildHelpMenu();
}

void MainWindow::buildFileMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&File"));
    menu->addAction(tr("&Open model …"), QKeySequence::Open, this, &MainWindow::chooseModel);
    m_recentMenu = menu->addMenu(tr("Open &recent"));
    m_recentMenu->setToolTipsVisible(true); // the folders, where names are the same
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::updateRecentMenu);
    updateRecentMenu();
    QAction* demo = menu->addAction(tr("Open the &demo model"), this, [this] { openModel(session::demoModelFile()); });
    demo->setEnabled(!session::demoModelFile().isEmpty());
    m_unload = menu->addAction(tr("&Unload model"), &m_engine, &EngineController::unload);
    m_unload->setEnabled(false);
    menu->addSeparator();
    menu->addAction(tr("&Quit"), Qt::CTRL | Qt::Key_Q, this, &QWidget::close)->setMenuRole(QAction::QuitRole);
}

void MainWindow::updateRecentMenu()
{
    m_recentMenu->clear();
    const QStringList recent = m_settings.recentModels();
    for (const QString& path : recent) {
        QString name = QFileInfo(path).fileName();
        name.replace(QLatin1Char('&'), QStringLiteral("&&"));
        QAction* action = m_recentMenu->addAction(name, this, [this, path] { openModel(path); });
        action->setToolTip(QDir::toNativeSeparators(path));
    }
    if (recent.isEmpty())
        m_recentMenu->addAction(tr("Nothing opened yet"))->setEnabled(false);
    m_recentMenu->addSeparator();
    m_recentMenu->addAction(tr("&Forget these"), &m_settings, &Settings::clearRecentModels)
        ->setEnabled(!recent.isEmpty());
}

void MainWindow::buildViewMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&View"));
    const QString names[] = {tr("&Chat"), tr("&Model"), tr("&Benchmark"), tr("&Settings")};
    for (int page = Chat; page <= Preferences; ++page) {
        QAction* action = menu->addAction(names[page], this, [this, page] { showPage(page); });
        QList<QKeySequence> shortcuts {QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_1 + page))};
        if (page == Preferences)
            shortcuts += QKeySequence(Qt::CTRL | Qt::Key_Comma);
        action->setShortcuts(shortcuts);
    }
    menu->addSeparator();
    m_showSidebar = menu->addAction(tr("Si&debar"));
    m_showSidebar->setCheckable(true);
    m_showSidebar->setChecked(true);
    m_showSidebar->setShortcut(Qt::Key_F9);
    connect(m_showSidebar, &QAction::toggled, m_sidebar, &QWidget::setVisible);
    menu->addSeparator();
    const auto addZoom = [&](const QString& text, const QList<QKeySequence>& keys, const QString& name, auto percent) {
        QAction* action = menu->addAction(
            text, this, [this, percent] { m_settings.setFontPercent(percent(m_settings.fontPercent())); });
        action->setShortcuts(keys);
        action->setObjectName(name);
    };
    addZoom(tr("&Larger text"), QKeySequence::keyBindings(QKeySequence::ZoomIn), QStringLiteral("zoomInAction"),
            [](int now) { return now + 10; });
    addZoom(tr("Sm&aller text"), QKeySequence::keyBindings(QKeySequence::ZoomOut), QStringLiteral("zoomOutAction"),
            [](int now) { return now - 10; });
    addZoom(tr("&Usual text size"), {QKeySequence(Qt::CTRL | Qt::Key_0)}, QStringLiteral("zoomResetAction"),
            [](int) { return 100; });

    QMenu* themes = menu->addMenu(tr("&Theme"));
    auto group = new QActionGroup(this);
    const QString themeNames[] = {tr("As the &system"), tr("&Light"), tr("&Dark")}; // in the order of ThemeChoice
    for (int choice = 0; choice < 3; ++choice) {
        QAction* action =
            themes->addAction(themeNames[choice], this, [this, choice] { m_settings.setTheme(ThemeChoice(choice)); });
        action->setCheckable(true);
        action->setActionGroup(group);
        action->setChecked(choice == int(m_settings.theme()));
    }
    connect(&m_settings, &Settings::themeChanged, group,
            [group](ThemeChoice choice) { group->actions().at(int(choice))->setChecked(true); });
}

void MainWindow::buildHelpMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Help"));
    menu->addAction(tr("&Keyboard shortcuts"), Qt::CTRL | Qt::Key_Slash, this, &MainWindow::showShortcuts);
    menu->addAction(tr("&About Lacuna"), this,
                    [this] {
                        auto box = new QMessageBox(
                            QMessageBox::NoIcon, tr("About Lacuna"),
                            tr("<h3>Lacuna %1</h3><p>Diffusion language models on your own computer.</p>"
                               "<p>Free software under the GNU General Public License, version 3 or later.</p>")
                                .arg(QCoreApplication::applicationVersion()),
                            QMessageBox::Close, this);
                        box->setIconPixmap(QApplication::windowIcon().pixmap(64));
                        box->setAttribute(Qt::WA_DeleteOnClose);
                        box->open();
                    })
        ->setMenuRole(QAction::AboutRole);
    menu->addAction(tr("About &Qt"), qApp, &QApplication::aboutQt)->setMenuRole(QAction::AboutQtRole);
}

void MainWindow::showShortcuts()
{
    auto list = new ShortcutList(*menuBar(), this);
    list->setAttribute(Qt::WA_DeleteOnClose);
    list->open();
}

} // namespace lacuna::app
