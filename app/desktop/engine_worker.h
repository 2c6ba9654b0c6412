// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "desktop/engine_types.h"
#include "session/model_session.h"
#include "widgets/models/answer.h"

#include <QObject>

#include <memory>
#include <stop_token>

namespace lacuna::app {

/// The engine thread's end: does one job after the other and answers with signals that carry the job's id. Its
/// functions are called on the engine thread only, by EngineController.
class EngineWorker : public QObject {
    Q_OBJECT
public:
    explicit EngineWorker(MemoryProbe availableMemory);

    void lowerPriority(); ///< of the engine thread, below the GUI's
    void load(quint64 job, const QString& path, bool anyway, const std::stop_token& stop);
    void unload();
    void generate(quint64 job, const std::vector<tokenizer::ChatMessage>& messages,
                  const models::GenerationSettings& settings, const std::stop_token& stop);

Q_SIGNALS:
    void loadProgress(quint64 job, double fraction);
    void fileOpened(quint64 job, std::shared_ptr<const lacuna::gguf::File> file);
    void memoryKnown(quint64 job, lacuna::app::MemoryNeed need);
    void memoryQuestion(quint64 job, lacuna::app::MemoryNeed need);
    void loaded(quint64 job, const lacuna::app::LoadedModel& model);
    void loadFailed(quint64 job, const lacuna::Error& error);
    void frameReady(quint64 job, lacuna::diffusion::StepFramePtr frame);
    void blockFinished(quint64 job, const lacuna::models::Answer& soFar);
    void answerFinished(quint64 job, const lacuna::models::Answer& answer);
    void answerFailed(quint64 job, const lacuna::Error& error);

private:
    Result<LoadedModel> open(quint64 job, const QString& path, bool anyway, const std::stop_token& stop);
    Result<void> readWeights(quint64 job, const std::stop_token& stop);
    Result<void> useThreads(int threads);
    Result<models::Answer> answer(quint64 job, const std::vector<tokenizer::ChatMessage>& messages,
                                  const models::GenerationSettings& settings, const std::stop_token& stop);

    MemoryProbe m_availableMemory;
    std::shared_ptr<const gguf::File> m_file;
    std::unique_ptr<session::ModelSession> m_session;
    QString m_modelName;
};

} // namespace lacuna::app
