// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/value_moments.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lacuna::models {

namespace {

/// Lanes that the compiler turns into vectors, and values that are summed as floats before they go into doubles.
constexpr size_t s_lanes = 8;
constexpr size_t s_block = 128;

} // namespace

void ValueMoments::add(std::span<const float> values, float pivot)
{
    for (size_t start = 0; start < values.size(); start += s_block) {
        const auto block = values.subspan(start, std::min(s_block, values.size() - start));
        std::array<float, s_lanes> sum {};
        std::array<float, s_lanes> squares {};
        std::array<qint32, s_lanes> zeros {};
        std::array<float, s_lanes> low;
        std::array<float, s_lanes> high;
        low.fill(m_minimum);
        high.fill(m_maximum);
        const size_t whole = block.size() / s_lanes * s_lanes;
        for (size_t i = 0; i < whole; i += s_lanes) {
            for (size_t lane = 0; lane < s_lanes; ++lane) {
                const float value = block[i + lane];
                const float distance = value - pivot;
                sum[lane] += distance;
                squares[lane] += distance * distance;
                zeros[lane] += value == 0;
                low[lane] = value < low[lane] ? value : low[lane];
                high[lane] = value > high[lane] ? value : high[lane];
            }
        }
        float blockSum = 0;
        float blockSquares = 0;
        for (size_t lane = 0; lane < s_lanes; ++lane) {
            blockSum += sum[lane];
            blockSquares += squares[lane];
        }
        if (!std::isfinite(blockSquares)) { // NaN, infinities, or numbers whose squares a float does not hold
            addSlowly(block, pivot);
            continue;
        }
        m_sum += double(blockSum);
        m_squares += double(blockSquares);
        m_finite += whole;
        for (size_t lane = 0; lane < s_lanes; ++lane) {
            m_zeros += quint64(zeros[lane]);
            m_minimum = std::min(m_minimum, low[lane]);
            m_maximum = std::max(m_maximum, high[lane]);
        }
        addSlowly(block.subspan(whole), pivot);
    }
}

void ValueMoments::addSlowly(std::span<const float> values, float pivot)
{
    for (const float value : values) {
        if (std::isnan(value)) {
            ++m_nans;
        } else if (std::isinf(value)) {
            ++m_infinities;
        } else {
            const double distance = double(value) - double(pivot);
            m_sum += distance;
            m_squares += distance * distance;
            ++m_finite;
            m_zeros += value == 0;
            m_minimum = std::min(m_minimum, value);
            m_maximum = std::max(m_maximum, value);
        }
    }
}

void ValueMoments::add(const ValueMoments& other)
{
    m_sum += other.m_sum;
    m_squares += other.m_squares;
    m_finite += other.m_finite;
    m_zeros += other.m_zeros;
    m_nans += other.m_nans;
    m_infinities += other.m_infinities;
    m_minimum = std::min(m_minimum, other.m_minimum);
    m_maximum = std::max(m_maximum, other.m_maximum);
}

double ValueMoments::mean(float pivot) const
{
    return double(pivot) + m_sum / double(m_finite);
}

double ValueMoments::sigma() const
{
    const double meanDistance = m_sum / double(m_finite);
    const double variance = m_squares / double(m_finite) - meanDistance * meanDistance;
    return std::isnan(variance) ? variance : std::sqrt(std::max(variance, 0.0)); // rounding may leave a hair below 0
}

double ValueMoments::rootMeanSquare(float pivot) const
{
    return std::hypot(mean(pivot), sigma());
}

} // namespace lacuna::models
