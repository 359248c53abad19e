#!/usr/bin/env bash
# The tools beyond the tests. What one of them finds is an error; one that is not there, or does not run on this machine, is a
# line that says so.
#   ASan and UBSan over the whole suite, which counts the lines and branches that run; TSan over what has threads;
#   clang-format over all files, clang-tidy over src/ and app/; valgrind on short runs.
set -euo pipefail
cd "$(dirname "$0")/.."
step() { printf '\n== %s (%d s since the start of the checks)\n' "$1" "$SECONDS"; }
has() { command -v "$1" >/dev/null || { echo "skipped: $1 is not here"; return 1; }; }

scripts/install.sh scripts/packages-check.txt || echo "not all of scripts/packages-check.txt can be installed here"
step "AddressSanitizer and UndefinedBehaviorSanitizer, all tests"
scripts/sanitize.sh address
step "coverage of src/ by these tests"
scripts/coverage.sh build-address
step "ThreadSanitizer, tests of what has threads"
scripts/sanitize.sh thread
step "clang-format and clang-tidy"
if has clang-format && has clang-tidy; then scripts/tidy.sh; fi
step "valgrind"
if has valgrind; then scripts/valgrind.sh; fi
