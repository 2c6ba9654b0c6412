// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate_py.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace lacuna::reference {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// What a masked position would become.
struct Candidate {
    int position; ///< in the canvas
    TokenId id;
    TokenId second;
    double confidence; ///< what positions are ranked by
    double logConfidence;
    double tokenGap;
};

bool contains(const Ids& ids, TokenId id)
{
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

Candidate choose(int position, const std::vector<float>& row, const GenerateRequest& request,
                 const Vocabulary& vocabulary)
{
    const auto best = std::max_element(row.begin(), row.end());
    const double highest = *best;
    if (!std::isfinite(highest))
        throw std::runtime_error("no usable logit at position " + std::to_string(position));
    auto second = row.end();
    double sum = 0;
    for (auto it = row.begin(); it != row.end(); ++it) {
        sum += std::exp(double(*it) - highest);
        if (it != best && (second == row.end() || *it > *second))
            second = it;
    }
    Candidate candidate;
    candidate.position = position;
    candidate.id = static_cast<TokenId>(best - row.begin());
    candidate.second = static_cast<TokenId>(second - row.begin());
    candidate.confidence = 1 / sum;
    candidate.logConfidence = -std::log(sum);
    candidate.tokenGap = highest - double(*second);
    if (request.confidenceEosEotInf && (candidate.id == vocabulary.eos || candidate.id == vocabulary.eot)) {
        candidate.confidence = -infinity;
        candidate.logConfidence = -infinity;
    }
    return candidate;
}

/// One generation.
class Loop {
public:
    Loop(const GenerateRequest& request, const Vocabulary& vocabulary, const Network& network)
        : m_request(request)
        , m_vocabulary(vocabulary)
        , m_network(network)
        , m_begin(static_cast<int>(request.prompt.size()))
        , m_canvas(request.prompt)
    {
        m_canvas.resize(request.prompt.size() + static_cast<std::size_t>(request.genLength), vocabulary.mask);
    }

    GenerateResult run()
    {
        const int blocks = (m_request.genLength + m_request.blockLength - 1) / m_request.blockLength;
        for (int block = 0; block < blocks; ++block) {
            const int begin = m_begin + block * m_request.blockLength;
            const int end = std::min(begin + m_request.blockLength, static_cast<int>(m_canvas.size()));
            fillBlock(begin, end, blockSteps(m_request.steps, blocks, block, end - begin));
            if (m_request.stopAtEnd
                && std::any_of(m_canvas.begin() + begin, m_canvas.begin() + end,
                               [this](TokenId id) { return contains(m_vocabulary.ends, id); }))
                break;
        }
        m_result.answer.assign(m_canvas.begin() + m_begin, m_canvas.end());
        return std::move(m_result);
    }

private:
    void fillBlock(int begin, int end, int steps)
    {
        const int masks = end - begin;
        for (int i = 0; i < steps; ++i) {
            std::vector<Candidate> candidates;
            const std::vector<float> logits = combinedLogits();
            for (int position = begin; position < end; ++position)
                if (m_canvas[static_cast<std::size_t>(position)] == m_vocabulary.mask)
                    candidates.push_back(choose(position, allowedRow(logits, position), m_request, m_vocabulary));
            commit(candidates, masks / steps + (i < masks % steps ? 1 : 0));
        }
    }

    /// Of all positions, after classifier-free guidance: the second pass sees masks in place of the prompt.
    std::vector<float> combinedLogits() const
    {
        const std::span<const float> first = m_network(m_canvas);
        std::vector<float> logits(first.begin(), first.end());
        if (m_request.cfgScale <= 0)
            return logits;
        Ids unconditional = m_canvas;
        std::fill_n(unconditional.begin(), m_begin, m_vocabulary.mask);
        const std::span<const float> second = m_network(unconditional);
        const auto weight = static_cast<float>(m_request.cfgScale + 1);
        for (std::size_t i = 0; i < logits.size(); ++i)
            logits[i] = second[i] + weight * (logits[i] - second[i]);
        return logits;
    }

    std::vector<float> allowedRow(const std::vector<float>& logits, int position) const
    {
        const auto first = logits.begin() + std::ptrdiff_t(position) * m_vocabulary.size;
        std::vector<float> row(first, first + m_vocabulary.size);
        for (const TokenId id : m_vocabulary.forbidden)
            row[static_cast<std::size_t>(id)] = -std::numeric_limits<float>::infinity();
        if (m_request.logitsEosInf && m_vocabulary.eos >= 0)
            row[static_cast<std::size_t>(m_vocabulary.eos)] = -std::numeric_limits<float>::infinity();
        return row;
    }

    void commit(std::vector<Candidate>& candidates, int count)
    {
        std::stable_sort(candidates.begin(), candidates.end(),
                         [](const Candidate& a, const Candidate& b) { return a.confidence > b.confidence; });
        const auto left = candidates.begin() + count;
        Step step;
        step.selectionGap = infinity;
        // Two that both rank last are told apart by position alone: no rounding can change that.
        if (left != candidates.end() && std::isfinite(left->logConfidence))
            step.selectionGap = (left - 1)->logConfidence - left->logConfidence;
        step.otherTokenGap = infinity;
        for (auto it = left; it != candidates.end(); ++it) {
            step.otherTokenGap = std::min(step.otherTokenGap, it->tokenGap);
            if (step.left.size() < Step::runnersKept)
                step.left.push_back({it->position - m_begin, it->logConfidence});
        }
        std::sort(candidates.begin(), left,
                  [](const Candidate& a, const Candidate& b) { return a.position < b.position; });
        for (auto it = candidates.begin(); it != left; ++it) {
            m_canvas[static_cast<std::size_t>(it->position)] = it->id;
            step.positions.push_back(it->position - m_begin);
            step.ids.push_back(it->id);
            step.seconds.push_back(it->second);
            step.tokenGaps.push_back(it->tokenGap);
            step.logConfidences.push_back(it->logConfidence);
        }
        m_result.trace.push_back(std::move(step));
    }

    const GenerateRequest& m_request;
    const Vocabulary& m_vocabulary;
    const Network& m_network;
    int m_begin; ///< of the answer in the canvas
    Ids m_canvas;
    GenerateResult m_result;
};

} // namespace

int blockSteps(int steps, int blocks, int index, int masks)
{
    const int share = steps / blocks + (index < steps % blocks ? 1 : 0);
    return std::clamp(share, 1, masks);
}

GenerateResult generate(const GenerateRequest& request, const Vocabulary& vocabulary, const Network& network)
{
    return Loop(request, vocabulary, network).run();
}

} // namespace lacuna::reference
