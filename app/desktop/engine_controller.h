// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "desktop/engine_types.h"
#include "error.h"
#include "runtime/system_memory.h"
#include "widgets/models/answer.h"

#include <QObject>
#include <QThread>

#include <memory>
#include <optional>
#include <stop_token>

namespace lacuna::app {

class EngineWorker;

/// The GUI thread's end of the engine: owns the engine thread, speaks to it by queued signals only, never waits.
/// Late results of an earlier load are dropped by comparing ids; an answer is told to its end, whatever comes after.
class EngineController : public QObject {
    Q_OBJECT
public:
    enum class State { NoModel, Loading, Ready, Generating, Stopping };
    Q_ENUM(State)

    explicit EngineController(MemoryProbe availableMemory = runtime::availableMemory, QObject* parent = nullptr);
    ~EngineController() override; ///< shuts down

    /// Stops what runs and ends the engine thread; the last call. False: it has not come back within a second, say from
    /// a disk that no longer answers, and is left behind; then the process must end by endProcess(), after everything
    /// else has been put away.
    [[nodiscard]] bool shutDown();

    /// Lets another object work on the engine thread, where one thing happens at a time. It is deleted with the thread.
    void adopt(QObject* worker);

    State state() const { return m_state; }
    const std::optional<LoadedModel>& model() const { return m_model; }

    /// Opens and loads; memoryQuestion() and loadFailed() (OutOfMemory) come instead where it would not fit and
    /// `anyway` is false. What is running stops.
    void load(const QString& path, bool anyway = false);
    void cancelLoad();
    void unload();

    /// Starts an answer to the conversation, in state Ready only; its id stands in every signal about it. Exactly one
    /// of answerFinished() and answerFailed() ends it, also when it is stopped by a load or unload.
    quint64 generate(const std::vector<tokenizer::ChatMessage>& messages, const models::GenerationSettings& settings);
    /// Asks the running answer to end; answerFinished() comes with what is there.
    void stop();

Q_SIGNALS:
    void stateChanged(lacuna::app::EngineController::State state);
    void loadProgress(const QString& path, double fraction);
    void
    fileOpened(std::shared_ptr<const lacuna::gguf::File> file); ///< readable; may still turn out not to be runnable
    void memoryKnown(const QString& path, lacuna::app::MemoryNeed need); ///< before weights are read
    void memoryQuestion(const QString& path, lacuna::app::MemoryNeed need);
    void modelLoaded(const lacuna::app::LoadedModel& model);
    void loadFailed(const QString& path, const lacuna::Error& error);
    void frameReady(quint64 answerId, lacuna::diffusion::StepFramePtr frame);
    void blockFinished(quint64 answerId, const lacuna::models::Answer& soFar); ///< for saving
    void answerFinished(quint64 answerId, const lacuna::models::Answer& answer);
    void answerFailed(quint64 answerId, const lacuna::Error& error);

private:
    void connectWorker();
    void setState(State state);
    quint64 newJob();
    bool isCurrent(quint64 job) const { return job == m_job; }

    std::unique_ptr<QThread> m_thread;
    EngineWorker* m_worker; // lives on m_thread, deleted with it
    State m_state = State::NoModel;
    std::optional<LoadedModel> m_model;
    QString m_loadingPath;
    quint64 m_job = 0; ///< the newest: it decides the state
    quint64 m_answer = 0; ///< the newest answer's job
    std::stop_source m_stop; ///< of the newest job
};

} // namespace lacuna::app
