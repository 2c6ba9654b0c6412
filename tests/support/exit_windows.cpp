// SPDX-License-Identifier: GPL-3.0-or-later
// What main() returns to in a test program on Windows, in place of exit(), in which programs of GCC can hang there:
// app/desktop/end_process.h says why.
#include <cstdio>
#include <cstdlib>
#include <windows.h>

extern "C" [[noreturn]] void __wrap_exit(int code) // the linker's name for it
{
    std::fflush(nullptr);
    TerminateProcess(GetCurrentProcess(), UINT(code));
    std::abort();
}
