// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runtime/thread_pool.h"

#include <algorithm>

namespace lacuna::kernels {

/// Calls body(row) for every row on the pool, a few rows a chunk: enough that taking a chunk costs nothing beside it,
/// few enough that a slow core does not hold up the others. False when stopped.
template<typename Body>
bool forEachRow(int rows, runtime::ThreadPool& pool, const std::stop_token& stop, Body body)
{
    constexpr int rowsPerChunk = 4;
    return pool.run((rows + rowsPerChunk - 1) / rowsPerChunk,
                    [&](int chunk, int) {
                        const int end = std::min(rows, (chunk + 1) * rowsPerChunk);
                        for (int row = chunk * rowsPerChunk; row < end; ++row)
                            body(row);
                    },
                    stop);
}

} // namespace lacuna::kernels
