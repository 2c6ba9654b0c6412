// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

namespace lacuna::benchmark {

/// What repeated measurements of one thing come to; all in the unit of the samples.
struct Estimate {
    double median = 0;
    double p95 = 0; ///< nearest rank
    double mad = 0; ///< median absolute deviation from the median
    /// How far the median itself is to be trusted, ±: the larger of 1.4826 · MAD (a standard deviation, were the
    /// samples normal) and half the range of the runs' own medians.
    double spread = 0;

    double relativeSpread() const { return median > 0 ? spread / median : 0; }
    bool operator==(const Estimate&) const = default;
};

/// Samples in the groups that they were taken in, one a run; nothing where there are none.
std::optional<Estimate> estimate(const std::vector<std::vector<double>>& groups);

/// The middle value, the mean of the middle two of an even number; 0 of none.
double median(std::vector<double> values);

/// The value that this share of the samples does not exceed, by nearest rank; 0 of none.
double quantile(std::vector<double> values, double fraction);

/// B against A: their ratio, and how far it is to be trusted.
struct Ratio {
    enum class Verdict { Same, Higher, Lower };
    double ratio = 1; ///< B / A
    double spread = 0; ///< ± of the ratio, of both estimates' spreads
    Verdict verdict = Verdict::Same; ///< Same where 1 lies within the spread
};

/// Nothing where A is 0.
std::optional<Ratio> ratio(const Estimate& a, const Estimate& b);

} // namespace lacuna::benchmark
