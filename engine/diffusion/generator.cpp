// SPDX-License-Identifier: GPL-3.0-or-later
#include "diffusion/generator.h"

#include "diffusion/canvas.h"
#include "diffusion/sampler.h"
#include "diffusion/schedule.h"
#include "diffusion/selection.h"

#include <QElapsedTimer>

#include <algorithm>
#include <new>

namespace lacuna::diffusion {

namespace {

/// Rows whose logits are computed at a time: enough for the head to be compute-bound, few enough for a piece of their
/// logits to stay in a core's caches.
constexpr size_t kRowsAtATime = 64;

double milliseconds(const QElapsedTimer& timer)
{
    return double(timer.nsecsElapsed()) * 1e-6;
}

/// One generation under way.
class Run {
public:
    Run(Predictor& predictor, const VocabularyFacts& vocabulary, runtime::ThreadPool& pool, CheckedRequest checked,
        const Observer& observer, std::stop_token stop)
        : m_predictor(predictor)
        , m_vocabulary(vocabulary)
        , m_pool(pool)
        , m_request(std::move(checked.request))
        , m_observer(observer)
        , m_stop(std::move(stop))
        , m_canvas(m_request, vocabulary.mask)
        , m_sampler(m_request, vocabulary)
        , m_blocks(planBlocks(m_canvas.open(), m_request.blockLength, m_request.steps))
    {
        m_result.notices = std::move(checked.notices);
    }

    Result<GenerationResult> all()
    {
        describe();
        for (size_t b = 0; b < m_blocks.size() && !m_result.endedEarly; ++b) {
            if (Result<void> done = fillBlock(b); !done) {
                if (done.error().code != Error::Code::Cancelled)
                    return tl::unexpected(done.error());
                m_result.stopped = true;
                break;
            }
        }
        m_result.answer.assign(m_canvas.answer().begin(), m_canvas.answer().end());
        return std::move(m_result);
    }

private:
    void describe();
    Result<void> fillBlock(size_t index);
    Result<void> computeChoices(const std::vector<int>& open, StepFrame& frame);
    Result<void> forward(std::span<const TokenId> canvas, const std::vector<int>& open, std::vector<float>& hidden,
                         StepFrame& frame);
    Result<void> choose(std::span<const int> open, size_t first, StepFrame& frame);
    void commit(const std::vector<int>& open, int count, int step);
    void publish(size_t block, StepFrame& frame, const QElapsedTimer& timer);
    bool hasGeneratedEnd(const BlockPlan& block) const;

    Predictor& m_predictor;
    const VocabularyFacts& m_vocabulary;
    runtime::ThreadPool& m_pool;
    GenerationRequest m_request;
    const Observer& m_observer;
    std::stop_token m_stop;
    Canvas m_canvas;
    Sampler m_sampler;
    std::vector<BlockPlan> m_blocks;
    GenerationResult m_result;
    int m_plannedSteps = 0;
    // Kept from step to step for their memory only.
    std::vector<float> m_hidden, m_unconditionalHidden, m_headRows;
    std::vector<Choice> m_choices; // of the open positions of the active block
};

void Run::describe()
{
    if (m_request.threshold) {
        m_result.mode = QStringLiteral("threshold %1").arg(*m_request.threshold);
        const std::vector<bool> open = m_canvas.open();
        m_plannedSteps = int(std::count(open.begin(), open.end(), true));
        return;
    }
    m_result.mode = QStringLiteral("exact");
    m_plannedSteps = totalSteps(m_blocks);
    if (!m_request.steps || m_plannedSteps == 0) // nothing to fill, so the number of steps means nothing
        return;
    if (m_plannedSteps < *m_request.steps)
        m_result.notices << QStringLiteral("%1 steps are run instead of %2: a block cannot use more steps than it has "
                                           "positions to fill.")
                                .arg(m_plannedSteps)
                                .arg(*m_request.steps);
    else if (m_plannedSteps > *m_request.steps)
        m_result.notices << QStringLiteral("%1 steps are run instead of %2: every block needs at least one.")
                                .arg(m_plannedSteps)
                                .arg(*m_request.steps);
}

Result<void> Run::fillBlock(size_t index)
{
    const BlockPlan& block = m_blocks[index];
    for (size_t step = 0;; ++step) {
        const std::vector<int> open = m_canvas.openPositions(block.begin, block.end);
        if (open.empty())
            break;
        QElapsedTimer timer;
        timer.start();
        m_pool.resetBusy();
        m_pool.parts().reset();
        StepFrame frame;
        frame.step = m_result.steps;
        if (Result<void> done = computeChoices(open, frame); !done)
            return done;
        commit(open, m_request.threshold ? 0 : block.transfers[step], frame.step);
        publish(index, frame, timer);
    }
    m_result.endedEarly = m_request.stopAtEnd && index + 1 < m_blocks.size() && hasGeneratedEnd(block);
    return {};
}

Result<void> Run::computeChoices(const std::vector<int>& open, StepFrame& frame)
{
    if (auto done = forward(m_canvas.ids(), open, m_hidden, frame); !done)
        return done;
    if (m_request.cfgScale > 0) {
        if (auto done = forward(m_canvas.unconditionalIds(), open, m_unconditionalHidden, frame); !done)
            return done;
    }
    m_choices.resize(open.size());
    const size_t atATime = m_request.cfgScale > 0 ? kRowsAtATime / 2 : kRowsAtATime;
    for (size_t first = 0; first < open.size(); first += atATime) {
        const size_t rows = std::min(atATime, open.size() - first);
        if (auto done = choose(std::span(open).subspan(first, rows), first, frame); !done)
            return done;
    }
    return {};
}

Result<void> Run::forward(std::span<const TokenId> canvas, const std::vector<int>& open, std::vector<float>& hidden,
                          StepFrame& frame)
{
    QElapsedTimer timer;
    timer.start();
    std::vector<int> rows;
    rows.reserve(open.size());
    for (const int position : open)
        rows.push_back(m_canvas.promptLength() + position);
    hidden.resize(open.size() * size_t(m_predictor.hiddenWidth()));
    Result<void> done = m_predictor.forward(canvas, rows, hidden, m_stop);
    frame.forwardMs += milliseconds(timer);
    ++frame.forwards;
    frame.rowsComputed += int(canvas.size());
    return done;
}

Result<void> Run::choose(std::span<const int> open, size_t first, StepFrame& frame)
{
    QElapsedTimer timer;
    timer.start();
    const size_t width = size_t(m_predictor.hiddenWidth());
    const auto rowsOf = [&](const std::vector<float>& hidden) {
        return std::span(hidden).subspan(first * width, open.size() * width);
    };
    std::span<const float> rows = rowsOf(m_hidden);
    if (m_request.cfgScale > 0) { // both passes' logits of an id are needed together
        m_headRows.assign(rows.begin(), rows.end());
        const auto more = rowsOf(m_unconditionalHidden);
        m_headRows.insert(m_headRows.end(), more.begin(), more.end());
        rows = m_headRows;
    }
    const auto sampled = [this] {
        return double(m_pool.parts().times()[size_t(runtime::Part::Sampling)]) * 1e-6;
    };
    const double before = sampled();
    LogitReader reader(m_sampler, open, frame.step, m_pool.parts());
    const auto read = [&](int firstId, kernels::Matrix logits) {
        reader.read(firstId, logits);
    };
    if (auto done = m_predictor.head(rows, m_sampler.pieceIds(), read, m_stop); !done)
        return done;
    Result<void> done = reader.choose(std::span(m_choices).subspan(first, open.size()));
    const double sampling = sampled() - before;
    frame.samplingMs += sampling;
    frame.forwardMs += milliseconds(timer) - sampling;
    return done;
}

void Run::commit(const std::vector<int>& open, int count, int step)
{
    std::vector<double> ranks;
    ranks.reserve(open.size());
    for (size_t i = 0; i < open.size(); ++i)
        ranks.push_back(m_sampler.rank(m_choices[i], open[i], step));
    m_canvas.beginStep();
    for (size_t i = 0; i < open.size(); ++i)
        m_canvas.note(open[i], m_choices[i]);
    for (const int i : m_request.threshold ? atLeast(ranks, *m_request.threshold) : greatest(ranks, count))
        m_canvas.commit(open[size_t(i)], m_choices[size_t(i)], step);
}

void Run::publish(size_t block, StepFrame& frame, const QElapsedTimer& timer)
{
    ++m_result.steps;
    m_result.forwards += frame.forwards;
    m_result.rowsComputed += frame.rowsComputed;
    if (!m_observer)
        return;
    frame.steps = m_plannedSteps;
    frame.block = int(block);
    frame.blocks = int(m_blocks.size());
    frame.blockBegin = m_blocks[block].begin;
    frame.blockEnd = m_blocks[block].end;
    frame.promptLength = m_canvas.promptLength();
    frame.positions = m_canvas.positions();
    const double nanoseconds = double(std::max<qint64>(1, timer.nsecsElapsed()));
    for (const quint64 busy : m_pool.busyNanoseconds())
        frame.busyFractions.push_back(float(std::min(1.0, double(busy) / nanoseconds)));
    frame.partTimes = m_pool.parts().times();
    m_observer(std::make_shared<const StepFrame>(std::move(frame)));
}

/// Only what was generated counts: an end token among the given ids ends nothing.
bool Run::hasGeneratedEnd(const BlockPlan& block) const
{
    const auto& positions = m_canvas.positions();
    return std::any_of(positions.begin() + block.begin, positions.begin() + block.end, [this](const auto& position) {
        return position.state != PositionState::Fixed
            && std::find(m_vocabulary.endTokens.begin(), m_vocabulary.endTokens.end(), position.id)
            != m_vocabulary.endTokens.end();
    });
}

} // namespace

Generator::Generator(Predictor& predictor, VocabularyFacts vocabulary, runtime::ThreadPool& pool)
    : m_predictor(predictor)
    , m_vocabulary(std::move(vocabulary))
    , m_pool(pool)
{
}

Result<GenerationResult> Generator::run(const GenerationRequest& request, const Observer& observer,
                                        std::stop_token stop)
{
    Result<CheckedRequest> checked = checkRequest(request, m_vocabulary, m_predictor.maxPositions());
    if (!checked)
        return tl::unexpected(checked.error());
    try {
        return Run(m_predictor, m_vocabulary, m_pool, std::move(*checked), observer, std::move(stop)).all();
    } catch (const std::bad_alloc&) {
        return failure(Error::Code::OutOfMemory,
                       QStringLiteral("There is not enough memory for a prompt of %1 and an answer of %2 tokens.")
                           .arg(request.prompt.size())
                           .arg(request.genLength));
    }
}

} // namespace lacuna::diffusion
