// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/engine_worker.h"

#include "gguf/summary.h"
#include "runtime/thread_pool.h"

#include <QElapsedTimer>
#include <QFileInfo>

#include <algorithm>
#include <new>

namespace lacuna::app {

namespace {

/// Canvas for which memory is estimated at load: a prompt and an answer of usual length.
constexpr int UsualCanvas = 1024;

QString displayName(const gguf::File& file)
{
    const QString name = gguf::shownText(file, "general.name");
    return name.isEmpty() ? QFileInfo(file.path()).completeBaseName() : name;
}

void addPieces(models::Pieces& pieces, const diffusion::StepFrame& frame, const tokenizer::Tokenizer& tokenizer)
{
    const auto add = [&](TokenId id) {
        if (id >= 0 && !pieces.contains(id))
            pieces.insert(id, {tokenizer.piece(id), tokenizer.isControl(id)});
    };
    for (const diffusion::PositionFrame& position : frame.positions) {
        add(position.id);
        for (const diffusion::Candidate& candidate : position.candidates)
            add(candidate.id);
    }
}

std::vector<TokenId> idsOf(const diffusion::StepFrame& frame)
{
    std::vector<TokenId> ids;
    ids.reserve(frame.positions.size());
    for (const diffusion::PositionFrame& position : frame.positions)
        ids.push_back(position.id);
    return ids;
}

bool blockIsFull(const diffusion::StepFrame& frame)
{
    return std::none_of(frame.positions.begin() + frame.blockBegin, frame.positions.begin() + frame.blockEnd,
                        [](const auto& position) { return position.state == diffusion::PositionState::Masked; });
}

diffusion::GenerationRequest requestFrom(const models::GenerationSettings& settings)
{
    diffusion::GenerationRequest request;
    request.genLength = settings.genLength;
    request.blockLength = settings.blockLength;
    request.steps = settings.steps;
    request.temperature = settings.temperature;
    request.cfgScale = settings.cfgScale;
    request.remasking = settings.remasking;
    if (settings.useThreshold)
        request.threshold = settings.threshold;
    request.stopAtEnd = settings.stopAtEnd;
    request.seed = settings.seed;
    return request;
}

} // namespace

EngineWorker::EngineWorker(MemoryProbe availableMemory)
    : m_availableMemory(std::move(availableMemory))
{
}

void EngineWorker::lowerPriority()
{
    runtime::lowerThreadPriority();
}

void EngineWorker::load(quint64 job, const QString& path, bool anyway, const std::stop_token& stop)
{
    unload();
    if (stop.stop_requested())
        return; // another one is wanted by now
    const auto model = [&]() -> Result<LoadedModel> {
        try {
            return open(job, path, anyway, stop);
        } catch (const std::bad_alloc&) { // estimates are none of what the rest of the system does
            return failure(Error::Code::OutOfMemory,
                           tr("Not loaded: the computer ran out of memory. Close other programs, or take a smaller "
                              "model."));
        }
    }();
    if (model) {
        Q_EMIT loaded(job, *model);
    } else {
        unload();
        Q_EMIT loadFailed(job, model.error());
    }
}

void EngineWorker::unload()
{
    m_session.reset();
    m_file.reset();
}

Result<LoadedModel> EngineWorker::open(quint64 job, const QString& path, bool anyway, const std::stop_token& stop)
{
    Q_EMIT loadProgress(job, 0);
    auto file = gguf::File::open(path);
    if (!file)
        return tl::unexpected(file.error());
    m_file = *file;
    Q_EMIT fileOpened(job, m_file);

    const auto estimate = model::Transformer::estimate(*m_file, UsualCanvas);
    if (!estimate)
        return tl::unexpected(estimate.error());
    const MemoryNeed need {*estimate, m_availableMemory()};
    Q_EMIT memoryKnown(job, need);
    if (!need.fits() && !anyway) {
        Q_EMIT memoryQuestion(job, need);
        return failure(Error::Code::OutOfMemory, tr("Not loaded: the model needs more memory than is free."));
    }

    auto opened = session::ModelSession::open(m_file, 0);
    if (!opened)
        return tl::unexpected(opened.error());
    m_session = std::move(*opened);
    if (auto read = readWeights(job, stop); !read)
        return tl::unexpected(read.error());

    m_modelName = displayName(*m_file);
    LoadedModel model;
    model.path = m_file->path();
    model.name = m_modelName;
    model.architecture = gguf::shownText(*m_file, "general.architecture");
    model.context = m_session->hyperparameters().context;
    model.memoryBytes = estimate->total();
    model.file = m_file;
    model.tokenizer = m_session->tokenizer();
    model.chatFormat = m_session->chatFormat();
    model.warnings = m_session->warnings();
    return model;
}

/// Touches the mapped weights once, so that the wait for a slow disk shows as progress and not as a slow first step.
Result<void> EngineWorker::readWeights(quint64 job, const std::stop_token& stop)
{
    constexpr size_t PageBytes = 4096;
    constexpr quint64 ReportBytes = 16 << 20;
    quint64 done = 0;
    quint64 reported = 0;
    unsigned touched = 0;
    for (const gguf::TensorInfo& tensor : m_file->tensors()) {
        const auto bytes = m_file->data(tensor);
        if (!bytes)
            return tl::unexpected(bytes.error());
        for (size_t i = 0; i < bytes->size(); i += PageBytes) {
            touched += unsigned(*static_cast<const volatile std::byte*>(bytes->data() + i));
            done += PageBytes;
            if (done - reported < ReportBytes)
                continue;
            reported = done;
            if (stop.stop_requested())
                return failure(Error::Code::Cancelled, tr("Loading was cancelled."));
            Q_EMIT loadProgress(job, std::min(1.0, double(done) / double(m_file->totalBytes())));
        }
    }
    Q_UNUSED(touched)
    return m_file->checkUnchanged();
}

Result<void> EngineWorker::useThreads(int threads)
{
    if (threads <= 0)
        threads = runtime::physicalCores();
    if (m_session->threads() == threads)
        return {};
    auto reopened = session::ModelSession::open(m_file, threads);
    if (!reopened)
        return tl::unexpected(reopened.error());
    m_session = std::move(*reopened);
    return {};
}

void EngineWorker::generate(quint64 job, const std::vector<tokenizer::ChatMessage>& messages,
                            const models::GenerationSettings& settings, const std::stop_token& stop)
{
    if (auto result = answer(job, messages, settings, stop))
        Q_EMIT answerFinished(job, *result);
    else
        Q_EMIT answerFailed(job, result.error());
}

Result<models::Answer> EngineWorker::answer(quint64 job, const std::vector<tokenizer::ChatMessage>& messages,
                                            const models::GenerationSettings& settings, const std::stop_token& stop)
{
    if (!m_session)
        return failure(Error::Code::Missing, tr("No model is loaded. Open one with File → Open model."));
    if (auto used = useThreads(settings.threads); !used)
        return tl::unexpected(used.error());

    QElapsedTimer clock;
    clock.start();
    diffusion::GenerationRequest request = requestFrom(settings);
    request.prompt = m_session->chatFormat().encode(*m_session->tokenizer(), messages);

    models::Answer answer;
    answer.settings = settings;
    answer.modelName = m_modelName;
    const auto observe = [&](const diffusion::StepFramePtr& frame) {
        addPieces(answer.pieces, *frame, *m_session->tokenizer());
        answer.frames.push_back(frame);
        answer.figures.forwards += frame->forwards;
        answer.figures.rowsComputed += frame->rowsComputed;
        answer.figures.totalMs = double(clock.nsecsElapsed()) / 1e6;
        Q_EMIT frameReady(job, frame);
        if (!blockIsFull(*frame))
            return;
        if (answer.figures.firstBlockMs == 0)
            answer.figures.firstBlockMs = answer.figures.totalMs;
        const std::vector<TokenId> ids = idsOf(*frame);
        answer.text = m_session->visibleText(ids);
        answer.figures.visibleTokens = m_session->visibleTokens(ids);
        Q_EMIT blockFinished(job, answer);
    };
    auto result = m_session->generate(request, observe, stop);
    if (!result)
        return tl::unexpected(result.error());

    answer.text = m_session->visibleText(result->answer);
    answer.stopped = result->stopped;
    answer.complete = true;
    answer.mode = result->mode;
    answer.notices = result->notices;
    answer.figures.visibleTokens = m_session->visibleTokens(result->answer);
    answer.figures.forwards = result->forwards;
    answer.figures.rowsComputed = result->rowsComputed;
    answer.figures.totalMs = double(clock.nsecsElapsed()) / 1e6;
    return answer;
}

} // namespace lacuna::app
