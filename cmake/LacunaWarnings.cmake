# SPDX-License-Identifier: GPL-3.0-or-later
# Warnings of every target; the presets make them errors (CMAKE_COMPILE_WARNING_AS_ERROR).
add_library(lacuna_warnings INTERFACE)
target_compile_options(lacuna_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
