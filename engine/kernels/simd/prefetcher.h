// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/kernel_table.h"

namespace lacuna::kernels {

/// Asks for upcoming memory a little at a time, beside `steps` pieces of work, so that it does not hold up theirs.
/// V: a class with internal linkage, see kernel_table.h.
template<typename V>
class Prefetcher {
public:
    Prefetcher(const Upcoming& upcoming, int steps)
        : m_upcoming(upcoming)
        , m_rowsPerStep((upcoming.rows + steps - 1) / steps)
    {
    }

    void step()
    {
        const int end = m_row + m_rowsPerStep < m_upcoming.rows ? m_row + m_rowsPerStep : m_upcoming.rows;
        for (; m_row < end; ++m_row) {
            const std::byte* row = m_upcoming.data + m_row * m_upcoming.stride;
            for (int offset = 0; offset < m_upcoming.bytes; offset += cacheLine)
                prefetch(row + offset);
            prefetch(row + m_upcoming.bytes - 1); // where the row does not begin with a line
        }
    }

private:
    static constexpr int cacheLine = 64;

    static void prefetch(const std::byte* address) { __builtin_prefetch(address, 0, 2); }

    const Upcoming& m_upcoming;
    int m_rowsPerStep;
    int m_row = 0;
};

} // namespace lacuna::kernels
