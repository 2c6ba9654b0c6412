// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmark/system_load.h"

#ifdef Q_OS_WIN
#include <qt_windows.h>
#else
#include <QDir>
#include <QFile>

#include <sys/resource.h>
#include <unistd.h>
#endif

#include <algorithm>

namespace lacuna::benchmark {

namespace {

/// The systems count in steps of 10 to 16 ms for each processor.
constexpr qint64 ShortestMs = 300;

#ifdef Q_OS_WIN

double seconds(const FILETIME& time)
{
    return double((quint64(time.dwHighDateTime) << 32) | time.dwLowDateTime) * 1e-7;
}

std::optional<double> othersSeconds()
{
    FILETIME idle, kernel, user, begin, end, ownKernel, ownUser;
    if (!GetSystemTimes(&idle, &kernel, &user)
        || !GetProcessTimes(GetCurrentProcess(), &begin, &end, &ownKernel, &ownUser))
        return std::nullopt;
    // the kernel's time includes the idle one
    return seconds(kernel) + seconds(user) - seconds(idle) - seconds(ownKernel) - seconds(ownUser);
}

#else

QByteArray content(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

double seconds(const timeval& time)
{
    return double(time.tv_sec) + double(time.tv_usec) * 1e-6;
}

/// "cpu  user nice system idle iowait irq softirq steal …" of /proc/stat, in ticks; guests are part of user.
std::optional<double> othersSeconds()
{
    const QByteArray line = content(QStringLiteral("/proc/stat")).split('\n').first();
    const QList<QByteArray> fields = line.simplified().split(' ');
    rusage own {};
    if (fields.size() < 9 || fields.first() != "cpu" || getrusage(RUSAGE_SELF, &own) != 0)
        return std::nullopt;
    double ticks = 0;
    for (const int busy : {1, 2, 3, 6, 7, 8})
        ticks += fields[busy].toDouble();
    return ticks / double(sysconf(_SC_CLK_TCK)) - seconds(own.ru_utime) - seconds(own.ru_stime);
}

#endif

} // namespace

OtherPrograms::OtherPrograms()
    : m_others(othersSeconds())
{
    m_clock.start();
}

std::optional<double> OtherPrograms::busyProcessors() const
{
    const std::optional<double> now = othersSeconds();
    const qint64 elapsed = elapsedMs();
    if (!now || !m_others || elapsed < ShortestMs)
        return std::nullopt;
    return std::max(0.0, (*now - *m_others) * 1000 / double(elapsed));
}

std::optional<double> loadAverage()
{
#ifndef Q_OS_WIN
    bool ok = false;
    const double value = content(QStringLiteral("/proc/loadavg")).split(' ').first().toDouble(&ok);
    if (ok)
        return value;
#endif
    return std::nullopt;
}

int throttleCount()
{
    int count = 0;
#ifndef Q_OS_WIN
    const QDir cpus(QStringLiteral("/sys/devices/system/cpu"));
    const QStringList names = cpus.entryList({QStringLiteral("cpu[0-9]*")}, QDir::Dirs);
    for (const QString& name : names)
        count +=
            content(cpus.filePath(name + QStringLiteral("/thermal_throttle/core_throttle_count"))).trimmed().toInt();
#endif
    return count;
}

} // namespace lacuna::benchmark
