// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/norm.h"

#include "kernels/kernel_table.h"
#include "kernels/rows.h"

namespace lacuna::kernels {

bool rmsNorm(ConstMatrix x, const float* weight, float epsilon, Matrix y, runtime::ThreadPool& pool,
             std::stop_token stop)
{
    Q_ASSERT(x.rows == y.rows && x.columns == y.columns);
    const runtime::PartClock::Scope part(pool.parts(), runtime::Part::Norms);
    return forEachRow(x.rows, pool, stop,
                      [&](int row) { kernels().rmsNorm(x.row(row), weight, epsilon, x.columns, y.row(row)); });
}

bool rmsNorm(ConstMatrix x, const float* weight, float epsilon, Matrix y, Activations& activations,
             std::span<const quant::TensorType> types, runtime::ThreadPool& pool, std::stop_token stop)
{
    Q_ASSERT(x.rows == y.rows && x.columns == y.columns);
    const runtime::PartClock::Scope part(pool.parts(), runtime::Part::Norms);
    const auto normalise = [&](int row) {
        kernels().rmsNorm(x.row(row), weight, epsilon, x.columns, y.row(row));
    };
    return activations.set(y, types, normalise, pool, stop);
}

} // namespace lacuna::kernels
