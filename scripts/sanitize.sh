#!/usr/bin/env bash
# The test suite under sanitizers.
#   scripts/sanitize.sh address     AddressSanitizer and UndefinedBehaviorSanitizer, the whole suite
#   scripts/sanitize.sh thread      ThreadSanitizer, the threaded parts
# Further arguments go to ctest (-R NAME).
set -euo pipefail
cd "$(dirname "$0")/.."
kind=${1:-address}
shift || true
case $kind in
  address) flags="-fsanitize=address,undefined -fno-sanitize-recover=undefined"; which=() ;;
  # OpenBLAS has threads of its own that the sanitizer does not see: the program's own threads are what is looked at.
  thread) flags="-fsanitize=thread"; which=(-R 'Parallel|Conformance|EveryMethod|GramSum|SolutionError|Backend|Cpu') ;;
  *) echo "usage: scripts/sanitize.sh address|thread" >&2; exit 2 ;;
esac
cmake -S . -B "build-$kind" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DENGD_BENCH=OFF -DENGD_CUDA=OFF -DENGD_ARCH= \
  -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -g1 -fno-omit-frame-pointer $flags" \
  $(command -v ccache >/dev/null && echo -DCMAKE_CXX_COMPILER_LAUNCHER=ccache) >/dev/null
ninja -C "build-$kind"
# HDF5 and gnuplot's helpers keep memory until the program ends: leaks are looked for by scripts/fuzz.sh and valgrind.sh.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:verify_asan_link_order=0 UBSAN_OPTIONS=print_stacktrace=1
export TSAN_OPTIONS=halt_on_error=1 OPENBLAS_NUM_THREADS=1
ctest --test-dir "build-$kind" --output-on-failure -j "$(nproc)" ${which[@]+"${which[@]}"} "$@"
