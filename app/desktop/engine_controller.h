// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// INTERFACE SKETCH, the owner of app/desktop completes it.

#include "diffusion/step_frame.h"
#include "error.h"
#include "gguf/file.h"
#include "tokenizer/chat_format.h"
#include "tokenizer/tokenizer.h"
#include "widgets/models/answer.h"
#include "widgets/models/generation_settings.h"

#include <QObject>
#include <QThread>

#include <memory>

namespace lacuna::app {

/// A loaded model as the GUI needs it; cheap to copy, immutable.
struct LoadedModel {
    QString path;
    QString name; ///< general.name, or the file's name
    QString architecture;
    int context = 0;
    quint64 memoryBytes = 0;
    std::shared_ptr<const gguf::File> file;
    std::shared_ptr<const tokenizer::Tokenizer> tokenizer;
    QStringList warnings;
};

struct MemoryNeed {
    quint64 needed = 0;
    quint64 available = 0;
};

/// The GUI thread's end of the engine: owns the engine thread, speaks to it by queued signals only, never waits.
/// Results that arrive late (of an earlier load or generation) are dropped by comparing ids.
class EngineController : public QObject {
    Q_OBJECT
public:
    enum class State { NoModel, Loading, Ready, Generating, Stopping };
    Q_ENUM(State)

    explicit EngineController(QObject* parent = nullptr);
    ~EngineController() override;

    State state() const;
    std::optional<LoadedModel> model() const;

    /// Opens and loads; memoryQuestion() comes instead where it would not fit and `anyway` is false.
    void load(const QString& path, bool anyway = false);
    void cancelLoad();
    void unload();

    /// Starts an answer to the conversation; its id stands in every signal about it.
    quint64 generate(const std::vector<tokenizer::ChatMessage>& messages, const models::GenerationSettings& settings);
    void stop();

Q_SIGNALS:
    void stateChanged(lacuna::app::EngineController::State state);
    void loadProgress(double fraction, const QString& what);
    void fileOpened(std::shared_ptr<const lacuna::gguf::File> file); ///< readable; may still turn out not to be runnable
    void memoryQuestion(const QString& path, lacuna::app::MemoryNeed need);
    void modelLoaded(const lacuna::app::LoadedModel& model);
    void loadFailed(const QString& path, const lacuna::Error& error);
    void frameReady(quint64 answerId, lacuna::diffusion::StepFramePtr frame);
    void answerFinished(quint64 answerId, const lacuna::models::Answer& answer);
    void answerFailed(quint64 answerId, const lacuna::Error& error);
};

} // namespace lacuna::app
