#!/usr/bin/env bash
# Everything that must hold before a change is taken. ENGD_WITHIN=SECONDS leaves out what would take longer (see scripts/check.sh).
#   1. Installs what is missing.
#   2. Builds the program as users do (the same folder, in larger units), then tests and benchmarks, with warnings as errors.
#   3. Runs all tests.
#   4. scripts/check.sh: clang-format, sanitizers, coverage, valgrind, clang-tidy.
set -euo pipefail
cd "$(dirname "$0")/.."
step() { printf '\n== %s (%d s since the start)\n' "$1" "$SECONDS"; }

step "what is needed"
scripts/install.sh scripts/packages-test.txt
step "the program"
scripts/build.sh -DENGD_WERROR=ON -DENGD_TESTS=ON -DENGD_BENCH=ON
step "tests and benchmarks"
ninja -C build --quiet
step "all tests"
ctest --test-dir build --output-on-failure -j "$(nproc)"
ENGD_SPENT=$SECONDS scripts/check.sh
step "done"
