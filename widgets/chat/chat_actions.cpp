// SPDX-License-Identifier: GPL-3.0-or-later
// The actions of ChatPage, for the main window's Chat menu, and what of the page's layout is remembered.
#include "widgets/canvas/replay_bar.h"
#include "widgets/chat/answer_view.h"
#include "widgets/chat/chat_page.h"
#include "widgets/chat/conversation_view.h"
#include "widgets/chat/prompt_panel.h"
#include "widgets/plots/plot_panel.h"

#include <QAction>
#include <QClipboard>
#include <QDataStream>
#include <QGuiApplication>
#include <QIODevice>
#include <QSplitter>
#include <QTabWidget>

namespace lacuna::widgets {

QAction* ChatPage::addMenuAction(const QString& text, const QKeySequence& shortcut, const QString& objectName)
{
    auto action = new QAction(text, this);
    action->setShortcut(shortcut);
    action->setObjectName(objectName);
    m_menuActions.append(action);
    return action;
}

void ChatPage::buildActions()
{
    const auto separate = [this] {
        auto separator = new QAction(this);
        separator->setSeparator(true);
        m_menuActions.append(separator);
    };
    m_clear = addMenuAction(tr("&New chat"), QKeySequence::New, QStringLiteral("newChatAction"));
    connect(m_clear, &QAction::triggered, this, &ChatPage::newChat);
    separate();
    QAction* sendAction = addMenuAction(tr("&Send"), Qt::CTRL | Qt::Key_Return, QStringLiteral("sendAction"));
    connect(sendAction, &QAction::triggered, this, &ChatPage::send);
    m_stop = addMenuAction(tr("S&top"), Qt::Key_Escape, QStringLiteral("stopAction"));
    connect(m_stop, &QAction::triggered, this, &ChatPage::stop);
    m_regenerate = addMenuAction(tr("&Regenerate answer"), Qt::CTRL | Qt::Key_R, QStringLiteral("regenerateAction"));
    connect(m_regenerate, &QAction::triggered, this, [this] { regenerateLast(); });
    m_editLast =
        addMenuAction(tr("&Edit last message"), Qt::CTRL | Qt::SHIFT | Qt::Key_E, QStringLiteral("editLastAction"));
    connect(m_editLast, &QAction::triggered, this, [this] {
        for (int i = int(m_conversation.messages.size()) - 1; i >= 0; --i) {
            if (m_conversation.messages[size_t(i)].role == tokenizer::ChatMessage::Role::User)
                return edit(i);
        }
    });
    m_copyAnswer =
        addMenuAction(tr("&Copy last answer"), Qt::CTRL | Qt::SHIFT | Qt::Key_C, QStringLiteral("copyAnswerAction"));
    connect(m_copyAnswer, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(m_conversation.messages.back().text); });
    QAction* write = addMenuAction(tr("&Write a message"), Qt::CTRL | Qt::Key_L, QStringLiteral("focusPromptAction"));
    connect(write, &QAction::triggered, this, &ChatPage::focusPrompt);
    separate();

    const auto onReplay = [this](auto what) {
        return [this, what] {
            AnswerView* view = m_looked ? m_looked : m_view->lastAnswer();
            if (!view || view->isLive())
                return;
            if (!view->replayBar()->isVisible())
                view->setReplayVisible(true);
            what(*view->replayBar());
        };
    };
    QAction* play =
        addMenuAction(tr("&Play or pause the denoising"), Qt::CTRL | Qt::Key_P, QStringLiteral("playAction"));
    connect(play, &QAction::triggered, this,
            onReplay([](ReplayBar& bar) { bar.isPlaying() ? bar.pause() : bar.play(); }));
    QAction* back = addMenuAction(tr("One step &back"), Qt::ALT | Qt::Key_Left, QStringLiteral("stepBackAction"));
    connect(back, &QAction::triggered, this, onReplay([](ReplayBar& bar) { bar.setStep(bar.step() - 1); }));
    QAction* forward =
        addMenuAction(tr("One step &forward"), Qt::ALT | Qt::Key_Right, QStringLiteral("stepForwardAction"));
    connect(forward, &QAction::triggered, this, onReplay([](ReplayBar& bar) { bar.setStep(bar.step() + 1); }));
    separate();

    m_showSide = addMenuAction(tr("Show &options and token"), Qt::Key_F8, QStringLiteral("showSideAction"));
    m_showPlots = addMenuAction(tr("Show step &figures"), Qt::Key_F7, QStringLiteral("showPlotsAction"));
    for (QAction* action : {m_showSide, m_showPlots}) {
        action->setCheckable(true);
        action->setChecked(true);
    }
    connect(m_showSide, &QAction::toggled, m_side, &QWidget::setVisible);
    connect(m_showPlots, &QAction::toggled, m_rows->widget(1), &QWidget::setVisible);
    m_menuActions += m_plots->menuActions();
}

QList<QAction*> ChatPage::menuActions() const
{
    return m_menuActions;
}

void ChatPage::updateActions()
{
    const bool free = !isAnswering();
    const bool any = !m_conversation.messages.empty();
    const bool answered = any && m_conversation.messages.back().role == tokenizer::ChatMessage::Role::Assistant;
    m_stop->setEnabled(!free && (m_waiting || m_state == EngineState::Ready || m_state == EngineState::Generating));
    m_clear->setEnabled(free && any);
    m_regenerate->setEnabled(free && any);
    m_editLast->setEnabled(free && any);
    m_copyAnswer->setEnabled(answered);
}

QByteArray ChatPage::saveLayout() const
{
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream << m_columns->saveState() << m_rows->saveState() << m_showSide->isChecked() << m_showPlots->isChecked();
    return state;
}

void ChatPage::restoreLayout(const QByteArray& state)
{
    QByteArray columns;
    QByteArray rows;
    bool side = true;
    bool plots = true;
    QDataStream stream(state);
    stream >> columns >> rows >> side >> plots;
    if (stream.status() != QDataStream::Ok)
        return;
    m_columns->restoreState(columns);
    m_rows->restoreState(rows);
    m_showSide->setChecked(side);
    m_showPlots->setChecked(plots);
}

} // namespace lacuna::widgets
