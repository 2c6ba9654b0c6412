// SPDX-License-Identifier: GPL-3.0-or-later
#include "diffusion/row_summary.h"

#include <bit>
#include <cmath>
#include <numbers>

namespace lacuna::diffusion {

namespace {

void insert(std::array<RowSummary::Entry, 5>& top, RowSummary::Entry entry)
{
    size_t place = top.size() - 1;
    for (; place > 0 && entry.logit > top[place - 1].logit; --place)
        top[place] = top[place - 1];
    top[place] = entry;
}

void findGreatest(RowSummary& summary, std::span<const float> logits, TokenId firstId)
{
    bool unusable = false;
    for (size_t i = 0; i < logits.size(); ++i) {
        const float logit = logits[i];
        unusable |= !(logit < std::numeric_limits<float>::infinity());
        if (logit > summary.top.back().logit)
            insert(summary.top, {logit, firstId + TokenId(i)});
    }
    summary.usable = !unusable;
}

/// The greatest of logit − T·ln(−ln u). Both logarithms are dear, and nearly every id is out of the running long before
/// them: where the top k bits of u are ones and the next is not, 1 − u > 2^−(k+1), so the noise is below T·(k+1)·ln 2.
void chooseWithNoise(RowSummary& summary, std::span<const float> logits, TokenId firstId, const GumbelNoise& noise)
{
    const double unit = noise.temperature * std::numbers::ln2 * (1 + 1e-9); // a bound that rounding cannot undercut
    for (size_t i = 0; i < logits.size(); ++i) {
        const TokenId id = firstId + TokenId(i);
        const double logit = double(logits[i]);
        const quint64 bits = noise.random.bits(quint64(id) + 1);
        if (logit + unit * (std::countl_one(bits) + 1) <= summary.score)
            continue;
        const double score = logit - noise.temperature * std::log(-std::log(CounterRandom::uniform(bits)));
        if (score > summary.score) {
            summary.score = score;
            summary.choice = {logits[i], id};
        }
    }
}

} // namespace

void RowSummary::join(const RowSummary& next)
{
    usable = usable && next.usable;
    const double maximum = double(std::max(top[0].logit, next.top[0].logit));
    if (sum > 0) // an empty or wholly forbidden piece has maximum −∞, and −∞ − −∞ is no number
        sum *= std::exp(double(top[0].logit) - maximum);
    if (next.sum > 0)
        sum += next.sum * std::exp(double(next.top[0].logit) - maximum);
    for (const Entry& entry : next.top) {
        if (entry.logit > top.back().logit)
            insert(top, entry);
    }
    if (next.score > score) {
        score = next.score;
        choice = next.choice;
    }
}

RowSummary summarise(std::span<const float> logits, TokenId firstId, const GumbelNoise* noise)
{
    RowSummary summary;
    findGreatest(summary, logits, firstId);
    const double maximum = double(summary.top[0].logit);
    if (!summary.usable || summary.top[0].id < 0)
        return summary;
    for (const float logit : logits)
        summary.sum += std::exp(double(logit) - maximum);
    if (noise) {
        chooseWithNoise(summary, logits, firstId, *noise);
    } else {
        summary.score = maximum;
        summary.choice = summary.top[0];
    }
    return summary;
}

} // namespace lacuna::diffusion
