// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmark/machine.h"

#include "benchmark/build_info.h"
#include "benchmark/system_load.h"
#include "gguf/file_hash.h"
#include "gguf/summary.h"
#include "kernels/isa.h"
#include "quant/tensor_type.h"
#include "runtime/system_memory.h"
#include "runtime/thread_pool.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSysInfo>

#ifdef Q_OS_WIN
#include <QSettings>

#include <qt_windows.h>
#endif

namespace lacuna::benchmark {

namespace {

#ifdef Q_OS_WIN

QString processorName()
{
    const QSettings registry(QStringLiteral("HKEY_LOCAL_MACHINE\\HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0"),
                             QSettings::NativeFormat);
    return registry.value(QStringLiteral("ProcessorNameString")).toString().simplified();
}

QString governor()
{
    return {};
}

QString power()
{
    SYSTEM_POWER_STATUS status {};
    if (!GetSystemPowerStatus(&status) || status.ACLineStatus > 1)
        return {};
    return status.ACLineStatus == 1 ? QStringLiteral("mains") : QStringLiteral("battery");
}

#else

QString firstLine(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readLine()).trimmed() : QString();
}

QString processorName()
{
    QFile file(QStringLiteral("/proc/cpuinfo"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QList<QByteArray> lines = file.readAll().split('\n');
    for (const QByteArray& line : lines) {
        if (line.startsWith("model name"))
            return QString::fromUtf8(line.mid(line.indexOf(':') + 1)).simplified();
    }
    return {};
}

QString governor()
{
    return firstLine(QStringLiteral("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
}

/// A laptop that is not on its mains says so in one of its supplies; other devices' batteries do not count.
QString power()
{
    const QDir supplies(QStringLiteral("/sys/class/power_supply"));
    const QStringList names = supplies.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QString result;
    for (const QString& name : names) {
        const auto field = [&](const char* key) {
            return firstLine(supplies.filePath(name + QLatin1Char('/') + QLatin1String(key)));
        };
        if (field("type") == QLatin1String("Mains") && field("online") == QLatin1String("1"))
            return QStringLiteral("mains");
        if (field("type") == QLatin1String("Battery") && field("scope") != QLatin1String("Device"))
            result =
                field("status") == QLatin1String("Discharging") ? QStringLiteral("battery") : QStringLiteral("mains");
    }
    return result;
}

#endif

} // namespace

QString withoutFolders(const QStringList& words)
{
    static const QRegularExpression folders(
        QStringLiteral("[^=]*[/\\\\]")); // "--model=/home/someone/a.gguf" keeps its option
    return QStringList(words).replaceInStrings(folders, {}).join(QLatin1Char(' '));
}

AppInfo describeApp()
{
    return {QStringLiteral(LACUNA_VERSION), QStringLiteral(LACUNA_COMMIT), QStringLiteral(LACUNA_COMPILER),
            withoutFolders(QStringLiteral(LACUNA_FLAGS).split(QLatin1Char(' '), Qt::SkipEmptyParts))};
}

MachineInfo describeMachine()
{
    MachineInfo machine;
    machine.cpu = processorName();
    machine.cores = runtime::physicalCores();
    machine.logicalProcessors = runtime::logicalProcessors();
    if (const auto isa = kernels::activeIsa())
        machine.isa = kernels::isaName(*isa);
    machine.memoryTotal = runtime::totalMemory();
    machine.memoryAvailable = runtime::availableMemory();
    // what stands behind the kernel's number may be its builder's name
    static const QRegularExpression number(QStringLiteral("^[0-9.]*"));
    machine.os = QStringLiteral("%1, %2 %3, %4")
                     .arg(QSysInfo::prettyProductName(), QSysInfo::kernelType(),
                          number.match(QSysInfo::kernelVersion()).captured(), QSysInfo::currentCpuArchitecture());
    machine.governor = governor();
    machine.loadAverage = loadAverage();
    machine.power = power();
    return machine;
}

Result<ModelInfo> describeModel(const gguf::File& file, const std::function<void(double)>& report, std::stop_token stop)
{
    ModelInfo model;
    model.fileName = QFileInfo(file.path()).fileName();
    model.architecture = gguf::shownText(file, "general.architecture");
    model.fileBytes = file.totalBytes();
    const gguf::Summary summary = gguf::summarise(file);
    model.parameters = summary.elements;
    model.bytes = summary.bytes;
    model.bitsPerWeight = summary.bitsPerWeight;
    for (const gguf::TypeShare& share : summary.types)
        model.typeMix.push_back({quant::typeName(share.typeId), share.tensors, share.elements, share.bytes});

    QStringList hashes;
    quint64 before = 0;
    const QStringList parts = file.shardPaths();
    for (const QString& part : parts) {
        quint64 ofPart = 0;
        const auto count = [&](quint64 bytes) {
            ofPart = bytes;
            if (report)
                report(double(before + bytes) / double(std::max<quint64>(1, file.totalBytes())));
        };
        const auto hash = gguf::sha256(part, count, stop);
        if (!hash)
            return tl::unexpected(hash.error());
        before += ofPart;
        hashes << QString::fromLatin1(hash->toHex());
    }
    model.sha256 = hashes.join(QLatin1Char(','));
    return model;
}

} // namespace lacuna::benchmark
