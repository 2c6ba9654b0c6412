// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/panel_product.h"

namespace lacuna::kernels {

/// Asks for upcoming memory, one place after the other, a little at a time, beside `steps` pieces of work, so that it
/// does not hold up theirs. V: a class with internal linkage, see kernel_table.h.
template<typename V>
class Prefetcher {
public:
    Prefetcher(const Upcoming (&upcoming)[2], int steps)
        : m_upcoming(upcoming)
        , m_rows(upcoming[0].rows + upcoming[1].rows)
        , m_rowsPerStep((m_rows + steps - 1) / steps)
    {
    }

    void step()
    {
        const int end = m_row + m_rowsPerStep < m_rows ? m_row + m_rowsPerStep : m_rows;
        for (; m_row < end; ++m_row) {
            const bool isOfFirst = m_row < m_upcoming[0].rows;
            const Upcoming& upcoming = m_upcoming[isOfFirst ? 0 : 1];
            const std::byte* row = upcoming.data + (isOfFirst ? m_row : m_row - m_upcoming[0].rows) * upcoming.stride;
            const std::byte* rowEnd = row + upcoming.bytes;
            for (row -= std::uintptr_t(row) % cacheLine; row < rowEnd; row += cacheLine)
                prefetch(row, upcoming.isWritten);
        }
    }

private:
    static constexpr int cacheLine = 64;

    static void prefetch(const std::byte* address, bool isWritten)
    {
        if (isWritten)
            __builtin_prefetch(address, 1);
        else
            __builtin_prefetch(address);
    }

    const Upcoming (&m_upcoming)[2];
    int m_rows;
    int m_rowsPerStep;
    int m_row = 0;
};

} // namespace lacuna::kernels
