// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/huge_pages.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace lacuna::runtime {

void preferHugePages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes)
{
#if defined(__linux__)
    madvise(data, bytes, MADV_HUGEPAGE);
#endif
}

} // namespace lacuna::runtime
