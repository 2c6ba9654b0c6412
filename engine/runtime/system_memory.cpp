// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/system_memory.h"

#ifdef Q_OS_WIN
#include <qt_windows.h>

#include <psapi.h>
#else
#include <QFile>
#endif

namespace lacuna::runtime {

#ifdef Q_OS_WIN

namespace {

std::optional<MEMORYSTATUSEX> memoryStatus()
{
    MEMORYSTATUSEX status {};
    status.dwLength = sizeof status;
    return GlobalMemoryStatusEx(&status) ? std::optional(status) : std::nullopt;
}

std::optional<PROCESS_MEMORY_COUNTERS> memoryCounters()
{
    PROCESS_MEMORY_COUNTERS counters {};
    return GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters) ? std::optional(counters)
                                                                                 : std::nullopt;
}

} // namespace

std::optional<quint64> availableMemory()
{
    const auto status = memoryStatus();
    return status ? std::optional<quint64>(status->ullAvailPhys) : std::nullopt;
}

std::optional<quint64> totalMemory()
{
    const auto status = memoryStatus();
    return status ? std::optional<quint64>(status->ullTotalPhys) : std::nullopt;
}

std::optional<quint64> residentMemory()
{
    const auto counters = memoryCounters();
    return counters ? std::optional<quint64>(counters->WorkingSetSize) : std::nullopt;
}

std::optional<quint64> peakResidentMemory()
{
    const auto counters = memoryCounters();
    return counters ? std::optional<quint64>(counters->PeakWorkingSetSize) : std::nullopt;
}

#else

namespace {

/// The value of "Name:   123 kB" in a /proc file, in bytes.
std::optional<quint64> kilobyteField(const QString& path, const QByteArray& name)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QList<QByteArray> lines = file.readAll().split('\n');
    for (const QByteArray& line : lines) {
        if (!line.startsWith(name))
            continue;
        bool ok = false;
        const quint64 kilobytes = line.mid(name.size()).trimmed().split(' ').first().toULongLong(&ok);
        if (ok)
            return kilobytes * 1024;
    }
    return std::nullopt;
}

} // namespace

std::optional<quint64> availableMemory()
{
    return kilobyteField(QStringLiteral("/proc/meminfo"), "MemAvailable:");
}

std::optional<quint64> totalMemory()
{
    return kilobyteField(QStringLiteral("/proc/meminfo"), "MemTotal:");
}

std::optional<quint64> residentMemory()
{
    return kilobyteField(QStringLiteral("/proc/self/status"), "VmRSS:");
}

std::optional<quint64> peakResidentMemory()
{
    return kilobyteField(QStringLiteral("/proc/self/status"), "VmHWM:");
}

#endif

} // namespace lacuna::runtime
