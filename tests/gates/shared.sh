# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What the gates share; each sources it. A gate is a script that succeeds when all is well, prints what is wrong and
# fails when not, and leaves with 77 when what it looks after is not there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

skip() {
  echo "skipped: $*"
  exit 77
}

# need PROGRAM…: a gate whose program is missing fails; `./dev check` installs them all.
need() {
  local program missing=()
  for program in "$@"; do
    command -v "$program" >/dev/null || missing+=("$program")
  done
  [[ ${#missing[@]} == 0 ]] && return
  echo "missing: ${missing[*]} (the packages are listed in packaging/debian-packages-check.txt)"
  exit 1
}

# built PRESET [TARGET…]: configures and builds. One at a time for each preset, since gates run beside each other.
built() {
  local preset=$1 cache=()
  shift
  command -v ccache >/dev/null && cache=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  mkdir -p "build/$preset"
  (
    flock 9
    [[ -e build/$preset/build.ninja ]] || cmake --preset "$preset" "${cache[@]}"
    cmake --build --preset "$preset" ${1:+--target "$@"}
  ) 9>"build/$preset/.gate-lock"
}

# The commit before the work that is being checked: where it left main, or the commit before the last one.
base() {
  local main
  for main in "${LACUNA_BASE:-}" origin/main main; do
    [[ -n $main ]] || continue
    main=$(git merge-base HEAD "$main" 2>/dev/null) || continue
    [[ $main == $(git rev-parse HEAD) ]] || break
  done
  if [[ -z $main || $main == $(git rev-parse HEAD) ]]; then
    main=$(git rev-parse --verify --quiet HEAD~1 || git rev-parse HEAD)
  fi
  echo "$main"
}

# Sources of the program that differ from base(), without those of tests; with --all: all. Only what this system compiles.
sources_to_check() {
  local file
  if [[ ${1:-} == --all ]]; then
    git ls-files 'engine/*.cpp' 'widgets/*.cpp' 'app/*.cpp'
  else
    # a header is checked through the source of its name
    { git diff --name-only --diff-filter=d "$(base)" && git ls-files --others --exclude-standard; } \
      | sed -nE 's,^((engine|widgets|app)/.*)\.(cpp|h)$,\1.cpp,p' | sort -u
  fi | while read -r file; do
    ! grep -qF "/$file\"" build/release/compile_commands.json || echo "$file"
  done
}

# Files that begin as shell scripts do, or are sourced by such.
scripts_of_shell() {
  git grep --cached -lE '^(#!.*(bash|/sh)$|# shellcheck shell=)'
}
