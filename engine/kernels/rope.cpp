// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/rope.h"

#include "kernels/kernel_table.h"
#include "kernels/rows.h"

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

bool rope(Matrix x, int headSize, std::span<const int> positions, const RopeTable& table, runtime::ThreadPool& pool,
          std::stop_token stop)
{
    Q_ASSERT(positions.size() == size_t(x.rows) && x.columns % headSize == 0 && headSize >= table.dimensions());
    const runtime::PartClock::Scope part(pool.parts(), runtime::Part::RowWise);
    return forEachRow(x.rows, pool, stop, [&](int row) {
        const float* cosSin = table.row(positions[size_t(row)]);
        for (float* head = x.row(row); head != x.row(row) + x.columns; head += headSize)
            kernels().ropeHead(cosSin, table.dimensions(), head);
    });
}

} // namespace lacuna::kernels
