// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/canvas_drawing.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/json_events.h"
#include "cli/run_options.h"
#include "cli/run_statistics.h"
#include "runtime/system_memory.h"
#include "session/demo_model.h"

#include <QElapsedTimer>

namespace lacuna::cli {

namespace {

/// What there is to see before the first step, which of a large model may take a while.
diffusion::StepFrame emptyFrame(const diffusion::GenerationRequest& request, TokenId mask)
{
    diffusion::StepFrame frame;
    frame.step = -1;
    frame.positions.resize(size_t(request.genLength));
    for (diffusion::PositionFrame& position : frame.positions)
        position.id = mask;
    return frame;
}

/// One `run`: the model, the generation, and everything that is printed on the way.
class RunCommand {
public:
    explicit RunCommand(const RunOptions& options)
        : m_options(options)
    {
    }

    int execute()
    {
        const std::stop_token stop = interruptToken();
        QElapsedTimer loading;
        loading.start();
        const QString path =
            m_options.model.empty() ? session::demoModelFile() : QString::fromStdString(m_options.model);
        if (path.isEmpty())
            return reportError(failure(Error::Code::Missing,
                                       QStringLiteral("The model that comes with Lacuna is not beside the program; "
                                                      "say which one to run with --model FILE."))
                                   .value());
        auto file = gguf::File::open(path);
        if (!file)
            return reportError(file.error());
        auto session = session::ModelSession::open(std::move(*file), m_options.threads);
        if (!session)
            return reportError(session.error());
        m_session = std::move(*session);
        m_loadSeconds = double(loading.nsecsElapsed()) * 1e-9;
        note(m_session->warnings());
        note(m_options.notes);
        return generate(stop);
    }

private:
    int generate(const std::stop_token& stop);
    void warnOfMemory(const diffusion::GenerationRequest& request);
    void begin(const diffusion::GenerationRequest& request);
    void show(const diffusion::StepFrame& frame);
    void finish(const diffusion::GenerationResult& result, double seconds);
    void draw(const diffusion::StepFrame& frame);
    void printStatistics(const QByteArray& line);
    QByteArray idLine(std::span<const TokenId> answer) const;

    static void note(const QStringList& sentences)
    {
        for (const QString& sentence : sentences)
            printError("lacuna-cli: " + sentence.toUtf8() + '\n');
    }

    const RunOptions& m_options;
    std::unique_ptr<session::ModelSession> m_session;
    std::unique_ptr<CanvasDrawing> m_drawing;
    std::unique_ptr<JsonEvents> m_events;
    double m_loadSeconds = 0;
    bool m_redraws = false;
    RunStatistics m_statistics;
    QByteArray m_laterStatistics;
};

int RunCommand::generate(const std::stop_token& stop)
{
    const diffusion::GenerationRequest request = toRequest(m_options, *m_session);
    warnOfMemory(request);
    begin(request);
    QElapsedTimer timer;
    timer.start();
    const auto result = m_session->generate(
        request, [this](const diffusion::StepFramePtr& frame) { show(*frame); }, stop);
    if (!result)
        return reportError(result.error());
    finish(*result, double(timer.nsecsElapsed()) * 1e-9);
    return result->stopped ? Interrupted : Success;
}

/// The weights are mapped, so a model that is too large for the memory runs all the same, at the speed of the disk.
void RunCommand::warnOfMemory(const diffusion::GenerationRequest& request)
{
    const qint64 positions = qint64(request.prompt.size()) + request.genLength;
    const auto available = runtime::availableMemory();
    if (!available || positions > m_session->hyperparameters().context)
        return;
    const auto needed = model::Transformer::estimate(m_session->file(), int(positions));
    if (needed && needed->total() > *available)
        note({QStringLiteral("This takes about %1 GB of memory and %2 GB are free: expect it to be slow.")
                  .arg(double(needed->total()) * 1e-9, 0, 'f', 1)
                  .arg(double(*available) * 1e-9, 0, 'f', 1)});
}

void RunCommand::begin(const diffusion::GenerationRequest& request)
{
    if (m_options.visual) {
        m_redraws = errorIsCanvas();
        m_drawing = std::make_unique<CanvasDrawing>(m_session->tokenizer(), qEnvironmentVariableIsEmpty("NO_COLOR"));
        if (m_redraws && request.genLength <= m_session->hyperparameters().context) // else it will be refused
            draw(emptyFrame(request, m_session->tokenizer()->mask()));
    }
    if (m_options.json) {
        m_events = std::make_unique<JsonEvents>(*m_session);
        printOut(m_events->start(request));
    }
    if (m_options.stats)
        printStatistics(RunStatistics::heading());
}

void RunCommand::show(const diffusion::StepFrame& frame)
{
    if (m_drawing)
        draw(frame);
    if (m_events)
        printOut(m_events->step(frame));
    if (m_options.stats)
        printStatistics(m_statistics.step(frame));
}

void RunCommand::finish(const diffusion::GenerationResult& result, double seconds)
{
    if (m_redraws)
        printError("\n"); // the drawing stays; what follows stands apart from it
    note(result.notices);
    if (m_options.stats)
        printError(m_laterStatistics + m_statistics.parts()
                   + RunStatistics::summary(result, m_session->visibleTokens(result.answer), m_loadSeconds, seconds));
    if (m_events)
        printOut(m_events->end(result, seconds));
    else if (m_options.outIds)
        printOut(idLine(result.answer));
    else
        printOut(m_session->visibleText(result.answer).toUtf8() + '\n');
}

void RunCommand::draw(const diffusion::StepFrame& frame)
{
    printError(m_redraws ? m_drawing->redraw(frame, {terminalWidth(), terminalHeight()}) : m_drawing->plainLine(frame));
}

/// At once, but not into a drawing.
void RunCommand::printStatistics(const QByteArray& line)
{
    if (m_redraws)
        m_laterStatistics += line;
    else
        printError(line);
}

/// The ids up to the last position that was filled, so masks appear only in the gaps that a stop left.
QByteArray RunCommand::idLine(std::span<const TokenId> answer) const
{
    while (!answer.empty() && answer.back() == m_session->tokenizer()->mask())
        answer = answer.first(answer.size() - 1);
    QByteArrayList ids;
    for (const TokenId id : answer)
        ids << QByteArray::number(id);
    return ids.join(',') + '\n';
}

} // namespace

void addRunCommand(CLI::App& app, Action& action)
{
    auto options = std::make_shared<RunOptions>();
    CLI::App* command =
        app.add_subcommand("run", "Answer a prompt by filling a canvas of masks, block by block, step by step");
    addRunOptions(*command, *options, [options, &action] {
        action = [options] {
            return RunCommand(*options).execute();
        };
    });
}

} // namespace lacuna::cli
