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

std::optional<quint64> availableMemory()
{
    MEMORYSTATUSEX status {};
    status.dwLength = sizeof status;
    if (!GlobalMemoryStatusEx(&status))
        return std::nullopt;
    return status.ullAvailPhys;
}

std::optional<quint64> residentMemory()
{
    PROCESS_MEMORY_COUNTERS counters {};
    if (!GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters))
        return std::nullopt;
    return counters.WorkingSetSize;
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

std::optional<quint64> residentMemory()
{
    return kilobyteField(QStringLiteral("/proc/self/status"), "VmRSS:");
}

#endif

} // namespace lacuna::runtime
