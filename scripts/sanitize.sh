#!/usr/bin/env bash
# The tests under sanitizers. Where these do not run on the machine, a line says so.
#   scripts/sanitize.sh address              AddressSanitizer and UndefinedBehaviorSanitizer, the whole suite; lines and branches
#                                            are counted at the same time: scripts/coverage.sh build-address prints them
#   scripts/sanitize.sh address TARGET...    some test binaries alone, without the checks of alignment and null pointers, which are
#                                            a third of the time of the compiler (AddressSanitizer tells null pointers, too)
#   scripts/sanitize.sh thread [TARGET...]   ThreadSanitizer: the thread pool and what runs on it, or these test binaries
set -euo pipefail
cd "$(dirname "$0")/.."
kind=${1:-address}
case $kind in
  address)
    flags="-fsanitize=address,undefined -fno-sanitize-recover=undefined"
    options=(-DENGD_COVERAGE=ON)
    targets=("${@:2}")
    [ ${#targets[@]} -eq 0 ] || flags+=" -fno-sanitize=alignment,null"
    ;;
  thread)
    flags="-fsanitize=thread"
    options=()
    targets=("${@:2}")
    [ ${#targets[@]} -gt 0 ] || targets=(support_test linalg_test backend_test)
    ;;
  *) echo "usage: scripts/sanitize.sh address|thread [TARGET...]" >&2; exit 2 ;;
esac

# Sanitizers of g++ 12 do not start where addresses have too many random bits: none, where that may be asked for.
if [ -z "${ENGD_FIXED_ADDRESSES:-}" ] && setarch "$(uname -m)" -R true 2>/dev/null; then
  ENGD_FIXED_ADDRESSES=1 exec setarch "$(uname -m)" -R "scripts/$(basename "$0")" "$@"
fi
starts() {
  local folder result=0
  folder=$(mktemp -d)
  echo 'int main() { return 0; }' | g++ $flags -x c++ - -o "$folder/nothing" 2>/dev/null || result=1
  for _ in 1 2 3 4 5 6 7 8; do
    [ $result -ne 0 ] || timeout 20 "$folder/nothing" >/dev/null 2>&1 || result=1
  done
  rm -rf "$folder"
  return $result
}
starts || { echo "skipped: programs compiled with $flags do not start on this machine"; exit 0; }

cmake -S . -B "build-$kind" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DENGD_BENCH=OFF -DENGD_CUDA=OFF -DENGD_ARCH= \
  -DCMAKE_UNITY_BUILD=ON -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -g1 -fno-omit-frame-pointer $flags" "${options[@]}" \
  -DENGD_COLD=-O0 $(command -v ccache >/dev/null && echo -DCMAKE_CXX_COMPILER_LAUNCHER=ccache) >/dev/null
ninja -C "build-$kind" --quiet "${targets[@]}"
# OpenBLAS has threads of its own that the sanitizers do not see: it gets one. HDF5 and gnuplot's helpers keep memory until the
# program ends: leaks are looked for by scripts/fuzz.sh and scripts/valgrind.sh.
export OPENBLAS_NUM_THREADS=1 UBSAN_OPTIONS=print_stacktrace=1
export TSAN_OPTIONS="halt_on_error=1:suppressions=$PWD/scripts/thread-sanitizer.txt"
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:verify_asan_link_order=0
# Frames are larger, and regular expressions of the tests recurse.
ulimit -s 262144 2>/dev/null || true
# These run the paper's experiments again, for minutes, as another test of theirs does.
too_slow='ReproduceTest.(Reuses|Interrupted)|BrowserTest.ShowsAReproduction'
filter='-ReproduceTest.Reuses*:ReproduceTest.Interrupted*:BrowserTest.ShowsAReproduction'
if [ "$kind" = thread ]; then filter+=':*ConformanceTest.RowsAndGramInEveryMetric/*'; fi
echo "left to the tests without sanitizers: $filter"
if [ ${#targets[@]} -eq 0 ]; then
  find build-address -name '*.gcda' -delete
  ctest --test-dir build-address --output-on-failure -j "$(nproc)" -E "$too_slow" |
    grep -v -E ' Start +[0-9]+: | Passed +[0-9]'
fi
# Test programs side by side, in parts (every fourth test), the output of one in one piece.
run_part() {
  local kind=$1 filter=$2 target=${3%/*} log result=0
  export GTEST_TOTAL_SHARDS=4 GTEST_SHARD_INDEX=${3#*/}
  log=$(mktemp)
  "build-$kind/bin/$target" --gtest_brief=1 --gtest_filter="$filter" >"$log" 2>&1 || result=$?
  printf '%s sanitizer: %s\n%s\n' "$kind" "$3" "$(if [ $result -eq 0 ]; then tail -2 "$log"; else cat "$log"; fi)"
  rm -f "$log"
  return $result
}
export -f run_part
[ ${#targets[@]} -eq 0 ] ||
  printf '%s\n' "${targets[@]/%//0}" "${targets[@]/%//1}" "${targets[@]/%//2}" "${targets[@]/%//3}" |
  xargs -P "$(nproc)" -I{} bash -c 'run_part "$@"' _ "$kind" "$filter" {}
