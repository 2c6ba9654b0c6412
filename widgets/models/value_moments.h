// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <limits>
#include <span>

namespace lacuna::models {

/// Sums over values, from which mean and deviation follow. Squares are taken of the distance from a pivot near the
/// values: without one, values close to each other but far from zero would leave nothing but rounding.
class ValueMoments {
public:
    void add(std::span<const float> values, float pivot);
    void add(const ValueMoments& other);

    quint64 finite() const { return m_finite; }
    quint64 zeros() const { return m_zeros; }
    quint64 nans() const { return m_nans; }
    quint64 infinities() const { return m_infinities; }
    float minimum() const { return m_minimum; } ///< +inf where no value is finite
    float maximum() const { return m_maximum; } ///< -inf where no value is finite
    double mean(float pivot) const; ///< NaN where no value is finite, like the next two
    double sigma() const;
    double rootMeanSquare(float pivot) const;

private:
    void addSlowly(std::span<const float> values, float pivot);

    double m_sum = 0; ///< of distances from the pivot
    double m_squares = 0; ///< of those distances
    quint64 m_finite = 0;
    quint64 m_zeros = 0;
    quint64 m_nans = 0;
    quint64 m_infinities = 0;
    float m_minimum = std::numeric_limits<float>::infinity();
    float m_maximum = -std::numeric_limits<float>::infinity();
};

} // namespace lacuna::models
