#!/usr/bin/env bash
# All that is too long for every change: problem files for every pair and a covering array of the triples of the format's
# features, each of which runs, goes on from random moments, agrees with the plain reference and is the same in other words;
# kill -9 at random moments of the program; fuzzing. A table at the end. Hours on two cores.
#   scripts/full.sh [PROCESSES=all cores] [STEP...]
# Steps: each pairs resume reference forms triples kill9 fuzz (default: all)
#   KILLS=20 FUZZ_INPUTS=100000 scripts/full.sh 16 kill9 fuzz       # less of these two
set -uo pipefail
cd "$(dirname "$0")/.."
processes=${1:-$(nproc)}
steps=("${@:2}")
[ ${#steps[@]} -gt 0 ] || steps=(each pairs resume reference forms triples kill9 fuzz)
scripts/build.sh -DENGD_TESTS=ON >/dev/null || exit 1
ninja -C build --quiet pairs || exit 1
# One thread of OpenBLAS a process: there are as many processes as cores.
export OPENBLAS_NUM_THREADS=1
logs=build/full
mkdir -p "$logs"
result=0 table=()

run() {
  local step=$1 begin=$SECONDS code=0
  shift
  echo "== $step"
  "$@" >"$logs/$step.txt" 2>&1 || code=$?
  grep -E '^FAILED' -A 3 "$logs/$step.txt" || true
  [ $code -eq 0 ] || result=1
  local words
  words=$(grep -E ' files: | kills in |DONE|cov:' "$logs/$step.txt" | tail -1)
  table+=("$(printf '%-10s %-7s %6d s  %s' "$step" "$([ $code -eq 0 ] && echo passed || echo FAILED)" $((SECONDS - begin)) "$words")")
}
for step in "${steps[@]}"; do
  case $step in
    each) run each build/bin/pairs run each solve "$processes" ;;
    pairs) run pairs build/bin/pairs run pairs solve "$processes" ;;
    resume) run resume build/bin/pairs run pairs resume "$processes" ;;
    reference) run reference build/bin/pairs run pairs reference "$processes" ;;
    forms) run forms build/bin/pairs run pairs forms "$processes" ;;
    triples) run triples build/bin/pairs run triples solve "$processes" ;;
    kill9) run kill9 scripts/kill9.sh "${KILLS:-200}" ;;
    fuzz) run fuzz scripts/fuzz.sh "${FUZZ_INPUTS:-1000000}" ;;
    *) echo "unknown: $step" >&2; exit 2 ;;
  esac
done
build/bin/pairs count
printf '%s\n' "${table[@]}"
echo "all that was printed: $logs"
exit $result
