// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/rope.h"

#include <QtGlobal>

#include <cmath>

namespace lacuna::kernels {

RopeTable::RopeTable(int dimensions, float base, std::span<const float> factors)
    : m_dimensions(dimensions)
    , m_thetaScale(std::pow(base, -2.0f / float(dimensions)))
    , m_factors(factors.begin(), factors.end())
{
    Q_ASSERT(dimensions >= 2 && dimensions % 2 == 0);
    Q_ASSERT(factors.empty() || factors.size() == size_t(dimensions / 2));
}

void RopeTable::extend(int count)
{
    for (int position = positions(); position < count; ++position) {
        float theta = float(position);
        for (int pair = 0; pair < m_dimensions / 2; ++pair, theta *= m_thetaScale) {
            const float angle = m_factors.empty() ? theta : theta / m_factors[size_t(pair)];
            m_values.push_back(std::cos(angle));
            m_values.push_back(std::sin(angle));
        }
    }
}

} // namespace lacuna::kernels
