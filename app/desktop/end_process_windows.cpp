// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/end_process.h"

#include <cstdlib>
#include <windows.h>

namespace lacuna::app {

void endProcess(int code)
{
    TerminateProcess(GetCurrentProcess(), UINT(code)); // unlike ExitProcess, runs no code of libraries
    std::abort();
}

} // namespace lacuna::app
