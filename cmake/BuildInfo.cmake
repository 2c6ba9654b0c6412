# SPDX-License-Identifier: GPL-3.0-or-later
# Run at build time, so that the commit is the one that is built: cmake -DSOURCE=… -DOUT=… -DCOMPILER=… -DFLAGS=… -P …
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
  OUTPUT_VARIABLE commit ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REPLACE "\"" "\\\"" FLAGS "${FLAGS}")
configure_file(${SOURCE}/app/benchmark/build_info.h.in ${OUT} @ONLY)
