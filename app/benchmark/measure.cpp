// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmark/measure.h"

#include "benchmark/machine.h"
#include "benchmark/prompt.h"
#include "benchmark/system_load.h"
#include "benchmark/time_left.h"
#include "kernels/isa.h"
#include "runtime/system_memory.h"
#include "session/model_session.h"
#include "widgets/models/benchmark/notices.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace lacuna::benchmark {

namespace {

/// How long other programs are watched before the first run.
constexpr qint64 WatchMs = 500;

double milliseconds(const QElapsedTimer& timer)
{
    return double(timer.nsecsElapsed()) * 1e-6;
}

/// Returns early where a stop is requested.
void waitUntil(const OtherPrograms& others, qint64 ms, const std::stop_token& stop)
{
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any never;
    never.wait_for(lock, stop, std::chrono::milliseconds(std::max<qint64>(0, ms - others.elapsedMs())),
                   [] { return false; });
}

Step stepOf(const diffusion::StepFrame& frame)
{
    return {frame.forwardMs, frame.samplingMs, frame.rowsComputed, frame.forwards, frame.busyFractions};
}

/// One call of measure().
class Measurement {
public:
    Measurement(const ModelInfo& model, const Plan& plan, const Observers& observers, std::stop_token stop)
        : m_plan(plan)
        , m_observers(observers)
        , m_stop(std::move(stop))
    {
        m_record.model = model;
        m_record.settings = plan.settings;
        m_record.time = QDateTime::currentDateTimeUtc();
        m_record.app = describeApp();
        m_record.machine = describeMachine();
    }

    Result<Record> execute(const std::shared_ptr<const gguf::File>& file)
    {
        if (const auto isa = kernels::activeIsa(); !isa)
            return tl::unexpected(isa.error());
        if (auto opened = open(file); !opened)
            return tl::unexpected(opened.error());
        waitUntil(m_others, WatchMs, m_stop);
        m_record.machine.busyBefore = m_others.busyProcessors();
        const int throttledBefore = throttleCount();
        if (auto done = measureRuns(); !done && done.error().code != Error::Code::Cancelled)
            return tl::unexpected(done.error());
        if (m_record.runs.empty())
            return failure(Error::Code::Cancelled,
                           QCoreApplication::translate("Benchmark", "Stopped before anything was measured."));
        std::erase_if(m_record.peers, [](const Peer& peer) { return peer.samplesMs.empty(); });
        m_record.notices = assess(m_record, throttleCount() - throttledBefore);
        return std::move(m_record);
    }

private:
    Result<void> open(const std::shared_ptr<const gguf::File>& file);
    Result<void> makeRequest();
    Result<void> measureRuns();
    Result<void> measureRun(Progress::Phase phase, int index, std::vector<Run>& runs);
    Result<void> measurePeers(int index);
    void report(Progress::Phase phase, int run, int step);

    const Plan& m_plan;
    const Observers& m_observers;
    std::stop_token m_stop;
    OtherPrograms m_others; ///< from the start until the first run
    Record m_record;
    std::unique_ptr<session::ModelSession> m_session;
    diffusion::GenerationRequest m_request;
    double m_loadMs = 0;
    TimeLeft m_left;
};

Result<void> Measurement::open(const std::shared_ptr<const gguf::File>& file)
{
    report(Progress::Phase::Loading, 0, 0);
    QElapsedTimer timer;
    timer.start();
    auto session = session::ModelSession::open(file, m_plan.settings.threads);
    if (!session)
        return tl::unexpected(session.error());
    m_loadMs = milliseconds(timer);
    m_session = std::move(*session);
    m_record.settings.threads = m_session->threads();
    return makeRequest();
}

Result<void> Measurement::makeRequest()
{
    const Settings& s = m_plan.settings;
    m_request.genLength = s.genLength;
    m_request.blockLength = s.blockLength;
    m_request.steps = s.steps;
    m_request.temperature = s.temperature;
    m_request.cfgScale = s.cfgScale;
    if (s.remasking == QLatin1String("random"))
        m_request.remasking = diffusion::Remasking::Random;
    m_request.threshold = m_plan.threshold;
    m_request.stopAtEnd = s.stopAtEnd;
    m_request.seed = s.seed;
    if (s.prompt == QLatin1String("filler")) {
        auto prompt = fillerPrompt(*m_session, s.promptTokens);
        if (!prompt)
            return tl::unexpected(prompt.error());
        m_request.prompt = std::move(*prompt);
    } else {
        const bool isStandard = s.prompt == QLatin1String("standard");
        m_request.prompt = chatPrompt(*m_session, isStandard ? standardQuestion() : m_plan.customPrompt);
    }
    m_record.settings.promptTokens = int(m_request.prompt.size());
    return {};
}

Result<void> Measurement::measureRuns()
{
    const Settings& s = m_plan.settings;
    m_left = TimeLeft(s.warmups + s.runs, s.steps, s.runs * int(m_plan.peers.size()));
    for (int i = 0; i < s.warmups; ++i) {
        if (auto done = measureRun(Progress::Phase::WarmUp, i, m_record.warmups); !done)
            return done;
    }
    for (int i = 0; i < s.runs; ++i) {
        if (auto done = measureRun(Progress::Phase::Run, i, m_record.runs); !done)
            return done;
        if (auto done = measurePeers(i); !done)
            return done;
    }
    return {};
}

Result<void> Measurement::measureRun(Progress::Phase phase, int index, std::vector<Run>& runs)
{
    if (m_stop.stop_requested())
        return failure(Error::Code::Cancelled, {});
    report(phase, index, 0);
    Run run;
    run.loadMs = m_loadMs;
    const OtherPrograms others;
    QElapsedTimer timer;
    timer.start();
    const auto observe = [&](const diffusion::StepFramePtr& frame) {
        if (run.steps.empty())
            run.firstStepMs = milliseconds(timer);
        run.steps.push_back(stepOf(*frame));
        m_left.stepDone(run.steps.back().ms());
        report(phase, index, int(run.steps.size()));
        if (m_observers.frame)
            m_observers.frame(frame);
    };
    const auto result = m_session->generate(m_request, observe, m_stop);
    if (!result)
        return tl::unexpected(result.error());
    run.totalMs = milliseconds(timer);
    run.busyOthers = others.busyProcessors();
    run.complete = !result->stopped;
    run.visibleTokens = m_session->visibleTokens(result->answer);
    run.forwards = result->forwards;
    run.rows = result->rowsComputed;
    run.peakMemory = runtime::peakResidentMemory();
    m_left.runDone();
    m_record.settings.mode = result->mode;
    if (!run.steps.empty())
        runs.push_back(std::move(run));
    return result->stopped ? Result<void>(failure(Error::Code::Cancelled, {})) : Result<void>();
}

Result<void> Measurement::measurePeers(int index)
{
    m_record.peers.resize(m_plan.peers.size());
    for (size_t i = 0; i < m_plan.peers.size(); ++i) {
        report(Progress::Phase::Peer, index, 0);
        QElapsedTimer timer;
        timer.start();
        auto sample = runPeer(m_plan.peers[i], m_record.settings.rows(), m_stop);
        if (!sample)
            return tl::unexpected(sample.error());
        m_left.peerDone(milliseconds(timer));
        Peer& peer = m_record.peers[i];
        peer.name = sample->name;
        peer.command = withoutFolders(QProcess::splitCommand(m_plan.peers[i].line));
        peer.version = sample->version;
        peer.threads = sample->threads;
        peer.rows = sample->rows;
        peer.samplesMs.push_back(std::move(sample->stepMs));
    }
    return {};
}

void Measurement::report(Progress::Phase phase, int run, int step)
{
    if (!m_observers.progress)
        return;
    const Settings& s = m_plan.settings;
    Progress progress;
    progress.phase = phase;
    progress.run = run;
    progress.runs = phase == Progress::Phase::WarmUp ? s.warmups : s.runs;
    progress.step = step;
    progress.steps = s.steps;
    progress.fraction = m_left.fraction();
    progress.secondsLeft = m_left.seconds();
    m_observers.progress(progress);
}

} // namespace

Result<Record> measure(const std::shared_ptr<const gguf::File>& file, const ModelInfo& model, const Plan& plan,
                       const Observers& observers, const std::stop_token& stop)
{
    return Measurement(model, plan, observers, stop).execute(file);
}

} // namespace lacuna::benchmark
