# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles for 64-bit Windows with Debian's mingw-w64. Libraries come from mingw-w64 and from the folders that the caller adds to
# CMAKE_FIND_ROOT_PATH (for us build/windows-libraries, which packaging/windows/libraries fills), and never from this system.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

# GCC does not align the stack beyond 16 bytes on Windows, so where it spills a wide register, an aligned move would fault:
# the assembler writes unaligned ones instead, which cost nothing where the address is aligned.
set(CMAKE_C_FLAGS_INIT -Wa,-muse-unaligned-vector-move)
set(CMAKE_CXX_FLAGS_INIT -Wa,-muse-unaligned-vector-move)

list(APPEND CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
