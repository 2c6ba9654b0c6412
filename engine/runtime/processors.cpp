// SPDX-License-Identifier: GPL-3.0-or-later
// What the operating system knows about processors and priorities.
#include "runtime/thread_pool.h"

#include <algorithm>
#include <thread>

#if defined(Q_OS_LINUX)
#include <QFile>

#include <sched.h>
#include <set>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#elif defined(Q_OS_WIN)
#include <bit>

#include <qt_windows.h>
#endif

namespace lacuna::runtime {

namespace {

int hardwareThreads()
{
    return std::max(1, int(std::thread::hardware_concurrency()));
}

#if defined(Q_OS_WIN)

/// Where this process's threads may run: Windows puts processors into groups of at most 64 and, if it is not asked, a
/// process into one of them.
struct Allowed {
    KAFFINITY mask = 0; ///< empty where Windows does not tell
    USHORT group = 0;
};

Allowed allowedProcessors()
{
    Allowed allowed;
    DWORD_PTR ofSystem = 0;
    DWORD_PTR ofProcess = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &ofProcess, &ofSystem))
        allowed.mask = ofProcess;
    USHORT groups[1];
    USHORT count = 1;
    if (GetProcessGroupAffinity(GetCurrentProcess(), &count, groups) && count == 1)
        allowed.group = groups[0];
    return allowed;
}

#elif defined(Q_OS_LINUX)

/// The processors in this process's affinity mask; empty where the kernel does not tell.
std::vector<int> allowedProcessors()
{
    constexpr int limit = 8192; // more than the kernel can be built for
    cpu_set_t* set = CPU_ALLOC(limit);
    if (!set)
        return {};
    const size_t size = CPU_ALLOC_SIZE(limit);
    std::vector<int> result;
    if (sched_getaffinity(0, size, set) == 0) {
        for (int i = 0; i < limit; ++i) {
            if (CPU_ISSET_S(size_t(i), size, set))
                result.push_back(i);
        }
    }
    CPU_FREE(set);
    return result;
}

#endif

} // namespace

#if defined(Q_OS_LINUX)

int logicalProcessors()
{
    const int allowed = int(allowedProcessors().size());
    return allowed > 0 ? allowed : hardwareThreads();
}

int physicalCores()
{
    // The list of a core's hyper-threads reads the same for each of them, so it names the core.
    std::set<QByteArray> cores;
    for (int processor : allowedProcessors()) {
        QFile file(QStringLiteral("/sys/devices/system/cpu/cpu%1/topology/thread_siblings_list").arg(processor));
        if (!file.open(QIODevice::ReadOnly))
            return logicalProcessors(); // a container that hides /sys: better too many threads than too few
        cores.insert(file.readAll());
    }
    return std::max(1, int(cores.size()));
}

void lowerThreadPriority()
{
    // On Linux a nice value belongs to a thread. +3 halves its share against a thread at 0; lowering needs no rights.
    constexpr int belowNormal = 3;
    const auto self = id_t(syscall(SYS_gettid));
    if (getpriority(PRIO_PROCESS, self) < belowNormal)
        setpriority(PRIO_PROCESS, self, belowNormal);
}

#elif defined(Q_OS_WIN)

int logicalProcessors()
{
    const int allowed = std::popcount(allowedProcessors().mask);
    return allowed > 0 ? allowed : hardwareThreads();
}

int physicalCores()
{
    const Allowed allowed = allowedProcessors();
    DWORD bytes = 0;
    GetLogicalProcessorInformationEx(RelationProcessorCore, nullptr, &bytes);
    std::vector<char> buffer(bytes);
    auto* first = reinterpret_cast<SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX*>(buffer.data());
    if (bytes == 0 || !GetLogicalProcessorInformationEx(RelationProcessorCore, first, &bytes))
        return logicalProcessors();
    int cores = 0;
    for (DWORD offset = 0; offset < bytes;) {
        const auto* core = reinterpret_cast<const SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX*>(buffer.data() + offset);
        const GROUP_AFFINITY& threads = core->Processor.GroupMask[0]; // a core's are all in one group
        if (threads.Group == allowed.group && (threads.Mask & allowed.mask) != 0)
            ++cores;
        offset += core->Size;
    }
    return cores > 0 ? cores : logicalProcessors();
}

void lowerThreadPriority()
{
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL);
}

#else

int logicalProcessors()
{
    return hardwareThreads();
}
int physicalCores()
{
    return hardwareThreads();
}
void lowerThreadPriority() { }

#endif

} // namespace lacuna::runtime
