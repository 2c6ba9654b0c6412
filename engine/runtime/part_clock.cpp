// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/part_clock.h"

#include <utility>

namespace lacuna::runtime {

void PartClock::reset()
{
    m_since = Clock::now();
    m_times = {};
}

PartTimes PartClock::times()
{
    switchTo(m_part);
    return m_times;
}

Part PartClock::switchTo(Part part)
{
    const auto now = Clock::now();
    m_times[std::size_t(m_part)] += quint64(std::chrono::nanoseconds(now - m_since).count());
    m_since = now;
    return std::exchange(m_part, part);
}

} // namespace lacuna::runtime
