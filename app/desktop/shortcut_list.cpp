// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/shortcut_list.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QMenu>
#include <QMenuBar>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace lacuna::app {

namespace {

/// Without the underlined letter and the ellipsis.
QString plainText(QString text)
{
    text.remove(QStringLiteral(" …")).remove(QStringLiteral("…"));
    text.replace(QStringLiteral("&&"), QStringLiteral("\x01")).remove(QLatin1Char('&'));
    return text.replace(QLatin1Char('\x01'), QLatin1Char('&'));
}

void listActions(QTreeWidgetItem* group, const QList<QAction*>& actions)
{
    for (const QAction* action : actions) {
        if (action->menu())
            listActions(group, action->menu()->actions());
        QStringList keys;
        for (const QKeySequence& shortcut : action->shortcuts())
            keys.append(shortcut.toString(QKeySequence::NativeText));
        if (!keys.isEmpty())
            new QTreeWidgetItem(group, {plainText(action->text()), keys.join(QStringLiteral("   "))});
    }
}

} // namespace

ShortcutList::ShortcutList(const QMenuBar& menus, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Keyboard shortcuts"));
    auto tree = new QTreeWidget(this);
    tree->setObjectName(QStringLiteral("shortcutTree"));
    tree->setAccessibleName(tr("Keyboard shortcuts"));
    tree->setHeaderLabels({tr("Action"), tr("Keys")});
    tree->setRootIsDecorated(false);
    for (const QAction* menu : menus.actions()) {
        auto group = new QTreeWidgetItem(tree, {plainText(menu->text())});
        QFont bold = group->font(0);
        bold.setBold(true);
        group->setFont(0, bold);
        listActions(group, menu->menu()->actions());
        group->setHidden(group->childCount() == 0);
    }
    auto prompt = new QTreeWidgetItem(tree, {tr("While writing a message")});
    QFont bold = prompt->font(0);
    bold.setBold(true);
    prompt->setFont(0, bold);
    new QTreeWidgetItem(prompt, {tr("Send"), QKeySequence(Qt::Key_Return).toString(QKeySequence::NativeText)});
    new QTreeWidgetItem(
        prompt, {tr("Start a new line"), QKeySequence(Qt::SHIFT | Qt::Key_Return).toString(QKeySequence::NativeText)});
    tree->expandAll();
    tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);

    auto buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto layout = new QVBoxLayout(this);
    layout->addWidget(tree);
    layout->addWidget(buttons);
    resize(460, 560);
}

} // namespace lacuna::app
