// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/engine_controller.h"

#include "desktop/engine_worker.h"

namespace lacuna::app {

namespace {

/// Stopping takes one chunk of work, some ten milliseconds; people wait for a window that closes about this long.
constexpr int LongestEndMs = 800;

} // namespace

EngineController::EngineController(MemoryProbe availableMemory, QObject* parent)
    : QObject(parent)
    , m_thread(std::make_unique<QThread>())
    , m_worker(new EngineWorker(std::move(availableMemory)))
{
    m_thread->setObjectName(QStringLiteral("engine"));
    adopt(m_worker);
    connectWorker();
    m_thread->start();
    QMetaObject::invokeMethod(m_worker, &EngineWorker::lowerPriority);
}

EngineController::~EngineController()
{
    static_cast<void>(shutDown());
}

bool EngineController::shutDown()
{
    if (!m_thread)
        return false;
    m_stop.request_stop();
    m_thread->quit();
    if (m_thread->wait(QDeadlineTimer(LongestEndMs))) // the one wait: at the end of the program
        return true;
    QThread* left = m_thread.release(); // to delete a running thread would end the program on the spot
    connect(left, &QThread::finished, left, &QObject::deleteLater);
    return false;
}

void EngineController::adopt(QObject* worker)
{
    worker->moveToThread(m_thread.get());
    connect(m_thread.get(), &QThread::finished, worker, &QObject::deleteLater);
}

void EngineController::connectWorker()
{
    connect(m_worker, &EngineWorker::loadProgress, this, [this](quint64 job, double fraction) {
        if (isCurrent(job))
            Q_EMIT loadProgress(m_loadingPath, fraction);
    });
    connect(m_worker, &EngineWorker::fileOpened, this,
            [this](quint64 job, const std::shared_ptr<const gguf::File>& file) {
                if (isCurrent(job))
                    Q_EMIT fileOpened(file);
            });
    connect(m_worker, &EngineWorker::memoryKnown, this, [this](quint64 job, const MemoryNeed& need) {
        if (isCurrent(job))
            Q_EMIT memoryKnown(m_loadingPath, need);
    });
    connect(m_worker, &EngineWorker::memoryQuestion, this, [this](quint64 job, const MemoryNeed& need) {
        if (isCurrent(job))
            Q_EMIT memoryQuestion(m_loadingPath, need);
    });
    connect(m_worker, &EngineWorker::loaded, this, [this](quint64 job, const LoadedModel& model) {
        if (!isCurrent(job))
            return;
        m_model = model;
        setState(State::Ready);
        Q_EMIT modelLoaded(model);
    });
    connect(m_worker, &EngineWorker::loadFailed, this, [this](quint64 job, const Error& error) {
        if (!isCurrent(job))
            return;
        setState(State::NoModel);
        Q_EMIT loadFailed(m_loadingPath, error);
    });
    connect(m_worker, &EngineWorker::frameReady, this, [this](quint64 job, const diffusion::StepFramePtr& frame) {
        if (job == m_answer)
            Q_EMIT frameReady(job, frame);
    });
    connect(m_worker, &EngineWorker::blockFinished, this, [this](quint64 job, const models::Answer& soFar) {
        if (job == m_answer)
            Q_EMIT blockFinished(job, soFar);
    });
    connect(m_worker, &EngineWorker::answerFinished, this, [this](quint64 job, const models::Answer& answer) {
        if (isCurrent(job))
            setState(State::Ready);
        Q_EMIT answerFinished(job, answer);
    });
    connect(m_worker, &EngineWorker::answerFailed, this, [this](quint64 job, const Error& error) {
        if (isCurrent(job))
            setState(State::Ready);
        Q_EMIT answerFailed(job, error);
    });
}

void EngineController::load(const QString& path, bool anyway)
{
    const quint64 job = newJob();
    m_loadingPath = path;
    m_model.reset();
    setState(State::Loading);
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, job, path, anyway, stop = m_stop.get_token()] {
        worker->load(job, path, anyway, stop);
    });
}

void EngineController::cancelLoad()
{
    if (m_state == State::Loading)
        unload();
}

void EngineController::unload()
{
    newJob();
    m_model.reset();
    setState(State::NoModel);
    QMetaObject::invokeMethod(m_worker, &EngineWorker::unload);
}

quint64 EngineController::generate(const std::vector<tokenizer::ChatMessage>& messages,
                                   const models::GenerationSettings& settings)
{
    const quint64 job = newJob();
    m_answer = job;
    setState(State::Generating);
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, job, messages, settings, stop = m_stop.get_token()] {
        worker->generate(job, messages, settings, stop);
    });
    return job;
}

void EngineController::stop()
{
    if (m_state != State::Generating)
        return;
    m_stop.request_stop();
    setState(State::Stopping);
}

quint64 EngineController::newJob()
{
    m_stop.request_stop(); // whatever ran before: its results would be dropped anyway
    m_stop = std::stop_source();
    return ++m_job;
}

void EngineController::setState(State state)
{
    if (state == m_state)
        return;
    m_state = state;
    Q_EMIT stateChanged(state);
}

} // namespace lacuna::app
