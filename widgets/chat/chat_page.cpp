// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/chat_page.h"

#include "widgets/canvas/denoising_canvas.h"
#include "widgets/canvas/token_inspector.h"
#include "widgets/chat/answer_view.h"
#include "widgets/chat/conversation_view.h"
#include "widgets/chat/options_panel.h"
#include "widgets/chat/prompt_panel.h"
#include "widgets/common/floating_column.h"
#include "widgets/common/job.h"
#include "widgets/common/message_bar.h"
#include "widgets/plots/plot_panel.h"

#include <QAction>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lacuna::widgets {

using models::Message;
using tokenizer::ChatMessage;

namespace {

constexpr int TitleLength = 60;

} // namespace

ChatPage::ChatPage(QWidget* parent)
    : QWidget(parent)
    , m_columns(new QSplitter(Qt::Horizontal, this))
    , m_rows(new QSplitter(Qt::Vertical, this))
    , m_view(new ConversationView(this))
    , m_messages(new MessageBar(this))
    , m_prompt(new PromptPanel(this))
    , m_plots(new PlotPanel(this))
    , m_side(new QTabWidget(this))
    , m_options(new OptionsPanel(this))
    , m_inspector(new TokenInspector(this))
    , m_counting(new Job(this))
{
    auto conversation = new QWidget(this);
    auto column = new QVBoxLayout(conversation);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_view, 1);
    (new FloatingColumn(conversation, FloatingColumn::Edge::Top))->add(m_messages);
    auto promptFrame = new QWidget(this);
    auto promptLayout = new QVBoxLayout(promptFrame);
    promptLayout->setContentsMargins(16, 4, 16, 10);
    promptLayout->addWidget(m_prompt);
    column->addWidget(promptFrame);

    auto plotFrame = new QWidget(this);
    auto plotLayout = new QVBoxLayout(plotFrame);
    plotLayout->setContentsMargins(16, 4, 16, 10);
    plotLayout->addWidget(m_plots);
    plotFrame->setMinimumHeight(150);

    m_rows->addWidget(conversation);
    m_rows->addWidget(plotFrame);
    m_rows->setStretchFactor(0, 1);
    m_rows->setChildrenCollapsible(false);
    m_rows->setSizes({560, 190});
    m_side->setDocumentMode(true);
    m_side->addTab(m_options, tr("Options"));
    m_side->addTab(m_inspector, tr("Token"));
    m_columns->addWidget(m_rows);
    m_columns->addWidget(m_side);
    m_columns->setStretchFactor(0, 1);
    m_columns->setChildrenCollapsible(false);

    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_columns);

    m_contextTimer.setSingleShot(true);
    m_contextTimer.setInterval(150);
    m_stopTimer.setSingleShot(true);
    m_stopTimer.setInterval(1000);
    buildActions();
    connectParts();
    setEngineState(EngineState::NoModel);
}

void ChatPage::connectParts()
{
    connect(&m_contextTimer, &QTimer::timeout, this, &ChatPage::updateContextNote);
    connect(&m_stopTimer, &QTimer::timeout, this, &ChatPage::explainSlowStop);
    connect(m_prompt, &PromptPanel::textChanged, this, [this] {
        if (m_prompt->isEmpty())
            m_editIndex = -1; // an emptied prompt is a new message again
        m_sendWhenCounted = false; // of another text than was to be sent
        m_contextTimer.start();
    });
    connect(m_prompt, &PromptPanel::sendRequested, this, &ChatPage::send);
    connect(m_prompt, &PromptPanel::stopRequested, this, &ChatPage::stop);
    connect(m_view, &ConversationView::exampleChosen, this, &ChatPage::sendText);
    connect(m_view, &ConversationView::editRequested, this, &ChatPage::edit);
    connect(m_view, &ConversationView::regenerateRequested, this, &ChatPage::regenerate);
    connect(m_view, &ConversationView::looked, this, &ChatPage::look);
    connect(m_view, &ConversationView::positionChosen, this, [this] { m_side->setCurrentWidget(m_inspector); });
    connect(m_options, &OptionsPanel::settingsChanged, this, [this](const models::GenerationSettings& settings) {
        m_contextTimer.start();
        Q_EMIT settingsChanged(settings);
    });
    connect(m_plots, &PlotPanel::exportFailed, this,
            [this](const QString& message) { m_messages->showMessage(MessageBar::Severity::Error, message); });
}

AnswerView* ChatPage::liveAnswer() const
{
    AnswerView* view = m_view->lastAnswer();
    return view && view->isLive() ? view : nullptr;
}

void ChatPage::setModel(const ModelFacts& facts)
{
    m_model = facts;
    updateContextNote();
}

void ChatPage::setEngineState(EngineState state)
{
    if (state == EngineState::Stopping)
        m_stopTimer.start();
    else if (m_state == EngineState::Stopping)
        m_stopTimer.stop();
    if (state == EngineState::Loading || (m_state == EngineState::Stopping && state != m_state))
        m_messages->dismiss(); // it was about what is over now
    m_state = state;
    if (m_waiting && state == EngineState::NoModel) {
        m_waiting = false;
        failAnswer(
            {Error::Code::Missing, tr("No answer: the model was not loaded. Open a model, then send again."), {}, {}});
    }
    updateState();
}

void ChatPage::updateState()
{
    if (isAnswering()) {
        // while a model is exchanged or stops, the end of the answer is on its way
        const bool stoppable = m_waiting || m_state == EngineState::Ready || m_state == EngineState::Generating;
        m_prompt->setMode(stoppable ? PromptPanel::Mode::Answering : PromptPanel::Mode::Stopping);
    } else {
        m_prompt->setMode(m_state == EngineState::NoModel       ? PromptPanel::Mode::NoModel
                              : m_state == EngineState::Loading ? PromptPanel::Mode::Waiting
                                                                : PromptPanel::Mode::Ready);
    }
    updateActions();
}

void ChatPage::setSettings(const models::GenerationSettings& settings)
{
    m_options->setSettings(settings);
    updateContextNote();
    if (m_waiting) { // the model that a sent message waited for is there, with its settings
        m_waiting = false;
        orderAnswer();
    }
}

void ChatPage::showModelProblem(const QString& text)
{
    m_messages->showMessage(MessageBar::Severity::Warning, text);
}

/// Chunks of work are short, so only a disk, or memory that the system has put there, makes the engine late.
void ChatPage::explainSlowStop()
{
    m_messages->showMessage(MessageBar::Severity::Information,
                            tr("Still stopping: the engine is in the middle of a step, which takes long where the "
                               "model does not fit into memory or its disk is slow. You can go on writing, look at "
                               "other pages, or quit."));
}

void ChatPage::setAnimated(bool on)
{
    m_view->setAnimated(on);
}

void ChatPage::setConversation(const models::Conversation& conversation)
{
    m_conversation = conversation;
    m_looked = nullptr;
    m_editIndex = -1;
    m_plots->setFrames({});
    m_view->setConversation(conversation);
    updateContextNote();
    updateState();
}

void ChatPage::focusPrompt()
{
    m_prompt->focusField();
}

void ChatPage::send()
{
    if (m_state == EngineState::NoModel) {
        Q_EMIT openModelRequested();
        return;
    }
    const QString text = m_prompt->text().trimmed();
    if (text.isEmpty() || isAnswering() || m_prompt->isInserting())
        return;
    if (m_contextTimer.isActive())
        updateContextNote(); // what was pasted a moment ago counts, too
    m_sendWhenCounted = m_counting->isRunning();
    if (m_sendWhenCounted || !m_prompt->fits())
        return;
    const int editIndex = m_editIndex;
    m_prompt->clear();
    if (editIndex >= 0) {
        m_looked = nullptr;
        m_conversation.messages.resize(size_t(editIndex));
        m_view->removeFrom(editIndex);
    }
    sendText(text);
}

void ChatPage::sendText(const QString& text)
{
    if (isAnswering())
        return;
    if (m_state == EngineState::NoModel) {
        m_prompt->setText(text);
        Q_EMIT openModelRequested();
        return;
    }
    m_conversation.messages.push_back({ChatMessage::Role::User, text, nullptr});
    if (m_conversation.title.isEmpty())
        m_conversation.title = text.simplified().left(TitleLength);
    m_view->addUserMessage(text);
    startAnswer();
}

void ChatPage::startAnswer()
{
    m_messages->dismiss();
    Q_EMIT conversationChanged(); // what was written is safe before anything else happens
    m_looked = m_view->addAnswer();
    m_plots->setFrames({});
    m_waiting = m_state != EngineState::Ready;
    if (m_waiting) {
        m_looked->begin({}, tr("Waiting for the model …"));
        updateState();
    } else {
        orderAnswer();
    }
}

void ChatPage::orderAnswer()
{
    const auto tokenizer = m_model.tokenizer;
    m_view->lastAnswer()->begin(
        [tokenizer](TokenId id) {
            return tokenizer ? models::Piece {tokenizer->piece(id), tokenizer->isControl(id)} : models::Piece {};
        },
        tr("Denoising …"));
    updateState();
    Q_EMIT answerRequested(messagesForModel(m_conversation.messages.size()), m_options->settings());
}

std::vector<ChatMessage> ChatPage::messagesForModel(size_t count) const
{
    std::vector<ChatMessage> messages;
    if (const QString system = m_options->settings().systemPrompt.trimmed(); !system.isEmpty())
        messages.push_back({ChatMessage::Role::System, system});
    for (size_t i = 0; i < std::min(count, m_conversation.messages.size()); ++i)
        messages.push_back({m_conversation.messages[i].role, m_conversation.messages[i].text});
    return messages;
}

void ChatPage::addFrame(const diffusion::StepFramePtr& frame)
{
    AnswerView* view = liveAnswer();
    if (!view)
        return;
    if (m_looked == view)
        m_plots->addFrame(frame);
    view->addFrame(frame);
}

void ChatPage::storeAnswer(const models::Answer& answer)
{
    if (m_conversation.messages.empty())
        return;
    if (m_conversation.messages.back().role != ChatMessage::Role::Assistant)
        m_conversation.messages.push_back({ChatMessage::Role::Assistant, {}, nullptr});
    Message& message = m_conversation.messages.back();
    message.text = answer.text;
    message.answer = std::make_shared<const models::Answer>(answer);
    Q_EMIT conversationChanged();
}

void ChatPage::updateAnswer(const models::Answer& soFar)
{
    storeAnswer(soFar);
}

void ChatPage::finishAnswer(const models::Answer& answer)
{
    storeAnswer(answer);
    m_plots->finish();
    if (AnswerView* view = liveAnswer(); view && !m_conversation.messages.empty())
        view->finish(m_conversation.messages.back().answer);
    compareWithReplaced();
    updateContextNote();
    updateState();
}

/// A person who asks for another answer and gets the same one must know why.
void ChatPage::compareWithReplaced()
{
    const QString replaced = std::exchange(m_replaced, {});
    if (replaced.isEmpty() || m_conversation.messages.back().text != replaced)
        return;
    m_messages->showMessage(MessageBar::Severity::Information,
                            tr("The same answer again: the same options and seed always give the same one. Raise the "
                               "temperature and change the seed for another."));
}

void ChatPage::failAnswer(const Error& error)
{
    dropAnswer();
    m_messages->showMessage(MessageBar::Severity::Error, error.text(), error.subject);
}

void ChatPage::dropAnswer()
{
    m_waiting = false;
    m_replaced.clear();
    m_plots->finish();
    if (AnswerView* view = liveAnswer()) {
        const size_t shown = m_conversation.messages.size();
        const bool partial = shown > 0 && m_conversation.messages.back().role == ChatMessage::Role::Assistant;
        if (partial) {
            view->finish(m_conversation.messages.back().answer);
        } else {
            m_looked = nullptr;
            m_view->removeFrom(int(shown));
        }
    }
    updateState();
}

void ChatPage::stop()
{
    if (m_waiting)
        dropAnswer();
    else if (isAnswering())
        Q_EMIT stopRequested();
}

void ChatPage::regenerate(int index)
{
    if (isAnswering() || index < 1 || index >= int(m_conversation.messages.size()))
        return;
    if (m_state == EngineState::NoModel) {
        Q_EMIT openModelRequested();
        return;
    }
    m_replaced = m_conversation.messages[size_t(index)].text;
    m_conversation.messages.resize(size_t(index));
    m_editIndex = -1; // the message that was to be replaced may be gone
    m_looked = nullptr;
    m_view->removeFrom(index);
    startAnswer();
}

/// The last answer anew; the first one, where there is none yet (it was stopped, or the program ended).
void ChatPage::regenerateLast()
{
    if (m_conversation.messages.empty() || isAnswering())
        return;
    const int last = int(m_conversation.messages.size()) - 1;
    if (m_conversation.messages.back().role == ChatMessage::Role::Assistant)
        regenerate(last);
    else if (m_state == EngineState::NoModel)
        Q_EMIT openModelRequested();
    else
        startAnswer();
}

void ChatPage::edit(int index)
{
    if (isAnswering() || index < 0 || index >= int(m_conversation.messages.size()))
        return;
    m_prompt->setText(m_conversation.messages[size_t(index)].text);
    m_editIndex = index;
    m_prompt->focusField();
    updateContextNote();
}

void ChatPage::newChat()
{
    if (isAnswering())
        return;
    m_messages->dismiss();
    m_editIndex = -1;
    setConversation({});
    focusPrompt();
}

void ChatPage::look(AnswerView* view)
{
    if (view != m_looked) {
        m_looked = view;
        m_plots->setFrames(view->answer() ? view->answer()->frames : std::vector<diffusion::StepFramePtr>());
    }
    const diffusion::StepFramePtr& frame = view->canvas()->frame();
    m_plots->setCurrentStep(frame && !view->isLive() ? frame->step : -1);
    m_inspector->inspect(frame, view->canvas()->inspectedPosition(), view->canvas()->pieces());
}

} // namespace lacuna::widgets
