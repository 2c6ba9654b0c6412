// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/benchmark/statistics.h"

#include <algorithm>
#include <cmath>

namespace lacuna::benchmark {

namespace {

/// MAD × this is the standard deviation of normally distributed samples.
constexpr double NormalFromMad = 1.4826;

} // namespace

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    const size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double quantile(std::vector<double> values, double fraction)
{
    if (values.empty())
        return 0;
    const auto rank = std::ceil(std::clamp(fraction, 0.0, 1.0) * double(values.size()));
    const auto nth = values.begin() + std::ptrdiff_t(std::max(1.0, rank)) - 1;
    std::nth_element(values.begin(), nth, values.end());
    return *nth;
}

std::optional<Estimate> estimate(const std::vector<std::vector<double>>& groups)
{
    std::vector<double> all;
    std::vector<double> medians;
    for (const std::vector<double>& group : groups) {
        all.insert(all.end(), group.begin(), group.end());
        if (!group.empty())
            medians.push_back(median(group));
    }
    if (all.empty())
        return std::nullopt;
    Estimate result;
    result.median = median(all);
    result.p95 = quantile(all, 0.95);
    for (double& value : all)
        value = std::abs(value - result.median);
    result.mad = median(std::move(all));
    const auto [least, most] = std::minmax_element(medians.begin(), medians.end());
    result.spread = std::max(NormalFromMad * result.mad, (*most - *least) / 2);
    return result;
}

std::optional<Ratio> ratio(const Estimate& a, const Estimate& b)
{
    if (!(a.median > 0))
        return std::nullopt;
    Ratio result;
    result.ratio = b.median / a.median;
    result.spread = result.ratio * std::hypot(a.relativeSpread(), b.relativeSpread());
    if (std::abs(result.ratio - 1) > result.spread)
        result.verdict = result.ratio > 1 ? Ratio::Verdict::Higher : Ratio::Verdict::Lower;
    return result;
}

} // namespace lacuna::benchmark
