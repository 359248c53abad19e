#!/usr/bin/env bash
# The tools beyond the tests. What one of them finds is an error; one that is not there, or does not run on this machine, is a
# line that says so.
#   Dependencies between folders (scripts/layers.sh); clang-format over all files; AddressSanitizer and UndefinedBehaviorSanitizer over the tests of CHECKED below, which count the
#   lines and branches of src/ that run; ThreadSanitizer over what has threads; valgrind on short runs; clang-tidy.
#   ENGD_WITHIN=SECONDS scripts/check.sh    begins nothing that might not end within so many seconds, breaks off what takes two
#                                           minutes more, and says what was left out
set -euo pipefail
cd "$(dirname "$0")/.."
CHECKED=(app_test backend_test check_test support_test expr_test linalg_test geometry_test geometry_condition_test network_test energy_test
  optim_test formats_test read_test results_test solve_test report_test reproduce_test pairs_test)
within=${ENGD_WITHIN:-1000000}

# step SECONDS NAME COMMAND...: what it may take on two cores, what it is.
step() {
  local most=$1 name=$2
  shift 2
  printf '\n== %s (%d s since the start)\n' "$name" "$SECONDS"
  if ((SECONDS + most > within)); then echo "left out: no time"; return 0; fi
  local result=0
  timeout $((within + 120 - SECONDS)) "$@" || result=$?
  if ((result == 124)); then echo "broken off: no time"; return 0; fi
  return $result
}
with() { command -v "$1" >/dev/null || { echo "skipped: $1 is not here"; return 1; }; }
SECONDS=${ENGD_SPENT:-0}

scripts/install.sh scripts/packages-check.txt || echo "not all of scripts/packages-check.txt can be installed here"
step 5 "dependencies between folders" scripts/layers.sh
if with clang-format; then step 20 "clang-format" scripts/tidy.sh --format; fi
step 720 "AddressSanitizer and UndefinedBehaviorSanitizer" scripts/sanitize.sh address "${CHECKED[@]}"
[ ! -d build-address ] || step 30 "coverage of src/ by these" scripts/coverage.sh build-address
step 270 "ThreadSanitizer" scripts/sanitize.sh thread
if with valgrind; then step 170 "valgrind" scripts/valgrind.sh; fi
if with clang-tidy; then step 240 "clang-tidy" scripts/tidy.sh; fi
