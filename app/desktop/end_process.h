// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lacuna::app {

/// Whether a return from main() can hang. On Windows it can: the system ends all other threads first, and the library
/// of threads that GCC's programs use there then waits for locks that these have taken with them.
#ifdef _WIN32
inline constexpr bool ReturnMayHang = true;
#else
inline constexpr bool ReturnMayHang = false;
#endif

/// Ends the process with `code` on the spot, together with whatever its threads are doing. For the end of main(), after
/// everything that matters is on the disk.
[[noreturn]] void endProcess(int code);

} // namespace lacuna::app
