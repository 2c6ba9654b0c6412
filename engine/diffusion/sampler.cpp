// SPDX-License-Identifier: GPL-3.0-or-later
#include "diffusion/sampler.h"

#include "diffusion/row_summary.h"

#include <algorithm>
#include <cmath>

namespace lacuna::diffusion {

namespace {

/// Ids that one chunk of work reads: 64 KiB of logits, a tenth of a millisecond.
constexpr size_t kPieceLength = 16384;

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

Sampler::Sampler(const GenerationRequest& request, const VocabularyFacts& vocabulary, runtime::ThreadPool& pool)
    : m_vocabulary(size_t(vocabulary.size))
    , m_forbidden(forbiddenIds(request, vocabulary))
    , m_temperature(request.temperature)
    , m_guidance(float(request.cfgScale + 1))
    , m_seed(request.seed)
    , m_randomOrder(request.remasking == Remasking::Random)
    , m_pool(pool)
{
    if (request.confidenceEosEotInf)
        m_last = {vocabulary.eos, vocabulary.eot};
}

RowSummary Sampler::readPiece(std::span<float> logits, std::span<const float> unconditional, TokenId firstId,
                              int position, int step) const
{
    for (size_t i = 0; i < unconditional.size(); ++i)
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

Result<void> Sampler::sample(std::span<float> logits, std::span<const float> unconditional,
                             std::span<const int> positions, int step, std::span<Choice> choices, std::stop_token stop)
{
    const runtime::PartClock::Scope part(m_pool.parts(), runtime::Part::Sampling);
    const size_t piecesPerRow = (m_vocabulary + kPieceLength - 1) / kPieceLength;
    std::vector<RowSummary> pieces(positions.size() * piecesPerRow);
    const auto read = [&](int index, int) {
        const size_t row = size_t(index) / piecesPerRow;
        const size_t first = size_t(index) % piecesPerRow * kPieceLength;
        const size_t length = std::min(kPieceLength, m_vocabulary - first);
        const size_t offset = row * m_vocabulary + first;
        pieces[size_t(index)] = readPiece(logits.subspan(offset, length),
                                          unconditional.empty() ? unconditional : unconditional.subspan(offset, length),
                                          TokenId(first), positions[row], step);
    };
    if (!m_pool.run(int(pieces.size()), read, stop))
        return failure(Error::Code::Cancelled, QStringLiteral("Stopped."));

    for (size_t row = 0; row < positions.size(); ++row) {
        RowSummary& summary = pieces[row * piecesPerRow];
        for (size_t i = 1; i < piecesPerRow; ++i)
            summary.join(pieces[row * piecesPerRow + i]);
        if (!summary.usable || summary.choice.id < 0)
            return failure(Error::Code::Malformed,
                           QStringLiteral("The model computed values that are not numbers (position %1 of the answer, "
                                          "step %2): its weights are damaged, or not what the file says they are.")
                               .arg(positions[row])
                               .arg(step));
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
