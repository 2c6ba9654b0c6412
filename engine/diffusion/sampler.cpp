// SPDX-License-Identifier: GPL-3.0-or-later
#include "diffusion/sampler.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace lacuna::diffusion {

namespace {

Choice toChoice(const RowSummary& summary)
{
    const double maximum = double(summary.top[0].logit);
    const auto probability = [&](float logit) {
        return std::exp(double(logit) - maximum) / summary.sum;
    };
    Choice choice;
    choice.id = summary.choice.id;
    choice.probability = probability(summary.choice.logit);
    for (size_t i = 0; i < summary.top.size() && summary.top[i].id >= 0; ++i)
        choice.candidates[i] = {summary.top[i].id, float(probability(summary.top[i].logit))};
    return choice;
}

} // namespace

Sampler::Sampler(const GenerationRequest& request, const VocabularyFacts& vocabulary)
    : m_vocabulary(size_t(vocabulary.size))
    , m_forbidden(forbiddenIds(request, vocabulary))
    , m_temperature(request.temperature)
    , m_guidance(float(request.cfgScale + 1))
    , m_seed(request.seed)
    , m_randomOrder(request.remasking == Remasking::Random)
{
    if (request.confidenceEosEotInf)
        m_last = {vocabulary.eos, vocabulary.eot};
}

/// A hundred pieces and more, for any number of threads, of logits that fit the caches of one.
int Sampler::pieceIds() const
{
    constexpr int pieces = 128;
    constexpr int multiple = 32; // of what the head's products are made of
    const int ids = int(m_vocabulary) / pieces;
    return std::clamp((ids + multiple - 1) / multiple * multiple, multiple, 1024);
}

RowSummary Sampler::readPiece(std::span<float> logits, const float* unconditional, TokenId firstId, int position,
                              int step) const
{
    for (size_t i = 0; unconditional && i < logits.size(); ++i)
        logits[i] = unconditional[i] + m_guidance * (logits[i] - unconditional[i]);
    const TokenId endId = firstId + TokenId(logits.size());
    for (auto it = std::lower_bound(m_forbidden.begin(), m_forbidden.end(), firstId);
         it != m_forbidden.end() && *it < endId; ++it)
        logits[size_t(*it - firstId)] = RowSummary::kLowest;
    if (m_temperature == 0)
        return summarise(logits, firstId, nullptr);
    const GumbelNoise noise {m_temperature, CounterRandom(m_seed, step, position)};
    return summarise(logits, firstId, &noise);
}

LogitReader::LogitReader(const Sampler& sampler, std::span<const int> positions, int step, runtime::PartClock& clock)
    : m_sampler(sampler)
    , m_positions(positions)
    , m_step(step)
    , m_clock(clock)
    , m_pieces(positions.size()
               * ((sampler.m_vocabulary + size_t(sampler.pieceIds()) - 1) / size_t(sampler.pieceIds())))
{
}

void LogitReader::read(TokenId firstId, kernels::Matrix logits)
{
    std::optional<runtime::PartClock::Scope> part;
    if (std::this_thread::get_id() == m_thread)
        part.emplace(m_clock, runtime::Part::Sampling);
    const size_t rows = m_positions.size();
    Q_ASSERT(size_t(logits.rows) == rows || size_t(logits.rows) == 2 * rows);
    const bool isGuided = size_t(logits.rows) > rows;
    const size_t piece = size_t(firstId / m_sampler.pieceIds());
    for (size_t row = 0; row < rows; ++row)
        m_pieces[piece * rows + row] =
            m_sampler.readPiece({logits.row(int(row)), size_t(logits.columns)},
                                isGuided ? logits.row(int(rows + row)) : nullptr, firstId, m_positions[row], m_step);
}

Result<void> LogitReader::choose(std::span<Choice> choices)
{
    const runtime::PartClock::Scope part(m_clock, runtime::Part::Sampling);
    const size_t rows = m_positions.size();
    for (size_t row = 0; row < rows; ++row) {
        RowSummary& summary = m_pieces[row];
        for (size_t i = row + rows; i < m_pieces.size(); i += rows)
            summary.join(m_pieces[i]);
        if (!summary.usable || summary.choice.id < 0)
            return failure(Error::Code::Malformed,
                           QStringLiteral("The model computed values that are not numbers (position %1 of the answer, "
                                          "step %2): its weights are damaged, or not what the file says they are.")
                               .arg(m_positions[row])
                               .arg(m_step));
        choices[row] = toChoice(summary);
    }
    return {};
}

double Sampler::rank(const Choice& choice, int position, int step) const
{
    if (std::find(m_last.begin(), m_last.end(), choice.id) != m_last.end())
        return -std::numeric_limits<double>::infinity();
    if (m_randomOrder)
        return CounterRandom::uniform(CounterRandom(m_seed, step, position).bits(0));
    return choice.probability;
}

} // namespace lacuna::diffusion
