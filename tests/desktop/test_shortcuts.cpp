// SPDX-License-Identifier: GPL-3.0-or-later
// Every shortcut of the menus works where a person is when using it: with the cursor in the prompt.
#include "desktop/desktop.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

using namespace lacuna;
using test::Desktop;

namespace {

QList<QAction*> allActions(const QList<QAction*>& actions)
{
    QList<QAction*> all;
    for (QAction* action : actions) {
        if (action->menu())
            all += allActions(action->menu()->actions());
        else if (!action->isSeparator())
            all += action;
    }
    return all;
}

} // namespace

class TestShortcuts : public QObject {
    Q_OBJECT
public:
    static void initMain() { test::isolateProcess(); }

private Q_SLOTS:
    void initTestCase() { QVERIFY(!test::quickModel().isEmpty()); }

    void theUsualOnesAreThere_data()
    {
        QTest::addColumn<QString>("keys");
        QTest::addColumn<QString>("action");
        const std::pair<const char*, const char*> expected[] = {
            {"Ctrl+N", "New chat"},
            {"Ctrl+O", "Open model"},
            {"Ctrl+Q", "Quit"},
            {"Ctrl+1", "Chat"},
            {"Ctrl+2", "Model"},
            {"Ctrl+3", "Benchmark"},
            {"Ctrl+4", "Settings"},
            {"Ctrl+,", "Settings"},
            {"F9", "Sidebar"},
            {"Esc", "Stop"},
            {"Ctrl+R", "Regenerate answer"},
            {"Ctrl+F", "Find in This Page"},
            {"Ctrl+/", "Keyboard shortcuts"},
            {"Ctrl+0", "Usual text size"},
        };
        for (const auto& [keys, action] : expected)
            QTest::newRow(keys) << QString::fromLatin1(keys) << QString::fromLatin1(action);
    }
    void theUsualOnesAreThere()
    {
        QFETCH(QString, keys);
        QFETCH(QString, action);
        const QTemporaryDir folder;
        const Desktop desktop(folder.path());
        const QAction* found = nullptr;
        for (const QAction* candidate : allActions(desktop.window.menuBar()->actions())) {
            if (candidate->shortcuts().contains(QKeySequence(keys)))
                found = candidate;
        }
        QVERIFY(found);
        QCOMPARE(found->text().remove(QLatin1Char('&')).remove(QStringLiteral(" …")), action);
    }

    void noTwoActionsShareOne()
    {
        const QTemporaryDir folder;
        const Desktop desktop(folder.path());
        QSet<QString> seen;
        for (const QAction* action : allActions(desktop.window.menuBar()->actions())) {
            for (const QKeySequence& keys : action->shortcuts()) {
                QVERIFY2(!seen.contains(keys.toString()), qPrintable(keys.toString()));
                seen.insert(keys.toString());
            }
        }
    }

    void eachWorksFromThePrompt()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        QVERIFY(desktop.startReady(test::quickModel(), test::longAnswers()));
        for (QAction* action : allActions(desktop.window.menuBar()->actions())) {
            if (action->shortcutContext() != Qt::WindowShortcut)
                continue; // of one page only
            for (const QKeySequence& keys : action->shortcuts()) {
                action->setEnabled(true);
                action->disconnect(); // whether the key arrives is the question, not what it does
                desktop.window.activateWindow();
                desktop.prompt()->setPlainText(QStringLiteral("some words"));
                desktop.prompt()->setFocus();
                QSignalSpy triggered(action, &QAction::triggered);
                QTest::keySequence(desktop.prompt(), keys);
                QVERIFY2(triggered.size() == 1, qPrintable(action->text() + QLatin1Char(' ') + keys.toString()));
            }
        }
    }

    void theListOfShortcutsNamesThemAll()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        desktop.show();
        QTest::keyClick(desktop.prompt(), Qt::Key_Slash, Qt::ControlModifier);
        auto tree = desktop.find<QTreeWidget>("shortcutTree");
        QVERIFY(tree);
        QStringList listed;
        for (QTreeWidgetItemIterator item(tree); *item; ++item)
            listed.append((*item)->text(1));
        for (const QAction* action : allActions(desktop.window.menuBar()->actions())) {
            if (action->shortcut().isEmpty())
                continue;
            const QString keys = action->shortcut().toString(QKeySequence::NativeText);
            QVERIFY2(
                std::any_of(listed.begin(), listed.end(), [&](const QString& line) { return line.contains(keys); }),
                qPrintable(keys));
        }
    }

    void textSizeFollowsTheKeysAndComesBack()
    {
        const QTemporaryDir folder;
        Desktop desktop(folder.path());
        desktop.window.show();
        desktop.action("zoomInAction")->trigger();
        QCOMPARE(desktop.settings.fontPercent(), 110);
        desktop.action("zoomInAction")->trigger();
        desktop.action("zoomOutAction")->trigger();
        QCOMPARE(desktop.settings.fontPercent(), 110);
        desktop.actionCalled(QStringLiteral("Usual text size"))->trigger();
        QCOMPARE(desktop.settings.fontPercent(), 100);
    }
};

QTEST_MAIN(TestShortcuts)
#include "test_shortcuts.moc"
