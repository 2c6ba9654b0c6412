// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/mapping_guard.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lacuna::gguf {

namespace {

/// A guarded range of addresses. The signal handler walks the list of them without a lock, so ranges are never freed,
/// only emptied (begin = end = 0) and used again: there are as many as files were ever open at once.
struct Range {
    std::atomic<quintptr> begin = 0;
    std::atomic<quintptr> end = 0;
    std::atomic<bool> damaged = false;
    bool taken = true; ///< guarded by s_mutex
    Range* next = nullptr; ///< fixed once the range is in the list
};

std::mutex s_mutex; ///< for those who change the list
std::atomic<Range*> s_ranges = nullptr;
struct sigaction s_previous;
quintptr s_pageSize = 4096;

static_assert(std::atomic<quintptr>::is_always_lock_free && std::atomic<Range*>::is_always_lock_free,
              "a signal handler may only touch lock-free atomics");

void passOn(int signal, siginfo_t* info, void* context)
{
    if (s_previous.sa_flags & SA_SIGINFO) {
        s_previous.sa_sigaction(signal, info, context);
    } else if (s_previous.sa_handler != SIG_DFL && s_previous.sa_handler != SIG_IGN) {
        s_previous.sa_handler(signal);
    } else {
        // The faulting instruction runs again and meets the default action, which ends the program and dumps core.
        std::signal(signal, SIG_DFL);
    }
}

// Only system calls and lock-free atomics in here. mmap() is not on POSIX's list of what a handler may call, but is a
// plain system call on Linux, the BSDs and macOS.
void onBusError(int signal, siginfo_t* info, void* context)
{
    const int savedErrno = errno;
    const auto address = reinterpret_cast<quintptr>(info->si_addr);
    for (Range* range = s_ranges; range; range = range->next) {
        if (address < range->begin || address >= range->end)
            continue;
        range->damaged = true;
        auto* page = static_cast<std::byte*>(info->si_addr) - (address & (s_pageSize - 1));
        if (mmap(page, s_pageSize, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
            break;
        errno = savedErrno;
        return;
    }
    errno = savedErrno;
    passOn(signal, info, context);
}

void installHandler()
{
    s_pageSize = static_cast<quintptr>(sysconf(_SC_PAGESIZE));
    struct sigaction action { };
    action.sa_sigaction = onBusError;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &s_previous);
}

Range* takeRange()
{
    const std::lock_guard lock(s_mutex);
    if (!s_ranges)
        installHandler();
    for (Range* range = s_ranges; range; range = range->next) {
        if (!range->taken) {
            range->taken = true;
            return range;
        }
    }
    auto* range = new Range;
    range->next = s_ranges;
    s_ranges = range;
    return range;
}

} // namespace

struct MappingGuard::Private {
    int descriptor;
    Range* range;
};

MappingGuard::MappingGuard(const QFile& file, std::span<const std::byte> mapping)
    : d(new Private {file.handle(), takeRange()})
{
    const auto begin = reinterpret_cast<quintptr>(mapping.data());
    d->range->damaged = false;
    // The last page is mapped whole. `end` last: an address lies in the range only once both are there.
    d->range->begin = begin;
    d->range->end = (begin + mapping.size() + s_pageSize - 1) & ~(s_pageSize - 1);
}

MappingGuard::~MappingGuard()
{
    d->range->end = 0;
    d->range->begin = 0;
    const std::lock_guard lock(s_mutex);
    d->range->taken = false;
}

bool MappingGuard::isDamaged() const
{
    return d->range->damaged;
}

std::optional<quint64> MappingGuard::currentSize() const
{
    struct stat status { };
    if (fstat(d->descriptor, &status) != 0)
        return std::nullopt;
    return static_cast<quint64>(status.st_size);
}

} // namespace lacuna::gguf
