// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>

#include <optional>

namespace lacuna::benchmark {

/// How many processors other programs keep busy: the machine's busy time less this process's own, over wall time. What
/// a hypervisor takes away counts too. From its making on.
class OtherPrograms {
public:
    OtherPrograms();

    qint64 elapsedMs() const { return m_clock.elapsed(); }
    /// Nothing where the system does not say, or where too little time has passed for its coarse clock.
    std::optional<double> busyProcessors() const;

private:
    QElapsedTimer m_clock;
    std::optional<double> m_others; ///< seconds, at the start
};

/// Mean number of programs that wanted a processor in the last minute; nothing where the system does not say.
std::optional<double> loadAverage();

/// Times that processors slowed down against heat since the machine was started; 0 where the system does not say.
int throttleCount();

} // namespace lacuna::benchmark
