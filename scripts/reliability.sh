#!/usr/bin/env bash
# Prints the figures of docs/reliability.md again, point by point. All of it takes hours; name the points that are wanted:
#   scripts/reliability.sh [kill9|damage|events|fuzz|fields|machine|sanitizers|coverage|mutants|threads]...
#   FUZZ_INPUTS=100000 KILLS=20 scripts/reliability.sh fuzz kill9      # less of it
set -euo pipefail
cd "$(dirname "$0")/.."
points=("$@")
[ ${#points[@]} -gt 0 ] || points=(kill9 damage events fuzz fields machine sanitizers coverage mutants threads)

# Test binaries of the ordinary build.
tests() {
  scripts/build.sh -DENGD_TESTS=ON >/dev/null
  ninja -C build --quiet "$1"
  "build/bin/$1" --gtest_brief=1 --gtest_filter="$2"
}

for point in "${points[@]}"; do
  echo "== $point"
  case $point in
    kill9)
      scripts/build.sh
      scripts/kill9.sh "${KILLS:-200}"
      tests solve_test 'Resume*'
      ;;
    damage) tests results_test 'CheckpointFile*' ;;
    events) tests optim_test 'Events*' ;;
    fuzz) scripts/fuzz.sh "${FUZZ_INPUTS:-10000000}" ;;
    fields) tests read_test 'EveryField*' ;;
    machine) tests app_test 'MachineFails*' ;;
    sanitizers)
      scripts/sanitize.sh address
      scripts/sanitize.sh thread
      scripts/valgrind.sh
      scripts/tidy.sh
      ;;
    coverage) scripts/coverage.sh | tail -2 ;;
    mutants) scripts/mutate.py ;;
    threads)
      scripts/build.sh
      scripts/determinism.sh
      ;;
    *) echo "unknown: $point" >&2; exit 2 ;;
  esac
done
