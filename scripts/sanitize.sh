#!/usr/bin/env bash
# The test suite under sanitizers.
#   scripts/sanitize.sh address [CTEST ARGUMENTS]   AddressSanitizer and UndefinedBehaviorSanitizer, the whole suite; coverage is
#                                                   counted at the same time, and printed by scripts/coverage.sh build-address
#   scripts/sanitize.sh thread [TARGET...]          ThreadSanitizer: the thread pool and what runs on it (default: all of that)
set -euo pipefail
cd "$(dirname "$0")/.."
kind=${1:-address}
shift || true
case $kind in
  address) flags="-fsanitize=address,undefined -fno-sanitize-recover=undefined --coverage -fprofile-update=atomic" ;;
  thread) flags="-fsanitize=thread" ;;
  *) echo "usage: scripts/sanitize.sh address|thread" >&2; exit 2 ;;
esac
cmake -S . -B "build-$kind" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DENGD_BENCH=OFF -DENGD_CUDA=OFF -DENGD_ARCH= \
  -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -g1 -fno-omit-frame-pointer $flags" \
  $(command -v ccache >/dev/null && echo -DCMAKE_CXX_COMPILER_LAUNCHER=ccache) >/dev/null
# OpenBLAS has threads of its own that the sanitizers do not see: it gets one.
export OPENBLAS_NUM_THREADS=1
if [ "$kind" = thread ]; then
  targets=("$@")
  [ ${#targets[@]} -gt 0 ] || targets=(support_test linalg_test backend_test)
  ninja -C build-thread "${targets[@]}"
  export TSAN_OPTIONS=halt_on_error=1
  for target in "${targets[@]}"; do
    filter='*'  # of the backend: points are worked on by several threads everywhere, a part of the cases will do
    [ "$target" = backend_test ] && filter='RedrawTest*:DeviceResume*:EmptyMetric*:*ConformanceTest.*/0:*ConformanceTest.*/1'
    echo "ThreadSanitizer: $target"
    "build-thread/bin/$target" --gtest_brief=1 --gtest_filter="$filter"
  done
  exit 0
fi
ninja -C build-address
find build-address -name '*.gcda' -delete
# HDF5 and gnuplot's helpers keep memory until the program ends: leaks are looked for by scripts/fuzz.sh and valgrind.sh.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:verify_asan_link_order=0 UBSAN_OPTIONS=print_stacktrace=1
ctest --test-dir build-address --output-on-failure -j "$(nproc)" "$@" | grep -v -E ' (Start|Passed) +|Passed +[0-9]'
