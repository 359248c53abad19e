#!/usr/bin/env bash
# The tests under sanitizers.
#   scripts/sanitize.sh address              AddressSanitizer and UndefinedBehaviorSanitizer, the whole suite; coverage is counted
#                                            at the same time: scripts/coverage.sh build-address prints it
#   scripts/sanitize.sh address TARGET...    some test binaries alone
#   scripts/sanitize.sh thread [TARGET...]   ThreadSanitizer: the thread pool and what runs on it, or these test binaries
set -euo pipefail
cd "$(dirname "$0")/.."
kind=${1:-address}
shift || true
targets=("$@")
case $kind in
  address) flags="-fsanitize=address,undefined -fno-sanitize-recover=undefined --coverage -fprofile-update=atomic" ;;
  thread)
    flags="-fsanitize=thread"
    [ ${#targets[@]} -gt 0 ] || targets=(support_test linalg_test backend_test)
    ;;
  *) echo "usage: scripts/sanitize.sh address|thread [TARGET...]" >&2; exit 2 ;;
esac
cmake -S . -B "build-$kind" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DENGD_BENCH=OFF -DENGD_CUDA=OFF -DENGD_ARCH= \
  -DCMAKE_UNITY_BUILD=ON -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -g1 -fno-omit-frame-pointer $flags" \
  $(command -v ccache >/dev/null && echo -DCMAKE_CXX_COMPILER_LAUNCHER=ccache) >/dev/null
ninja -C "build-$kind" --quiet ${targets[@]+"${targets[@]}"}
# OpenBLAS has threads of its own that the sanitizers do not see: it gets one. HDF5 and gnuplot's helpers keep memory until the
# program ends: leaks are looked for by scripts/fuzz.sh and scripts/valgrind.sh.
export OPENBLAS_NUM_THREADS=1 TSAN_OPTIONS=halt_on_error=1 UBSAN_OPTIONS=print_stacktrace=1
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:verify_asan_link_order=0
if [ ${#targets[@]} -eq 0 ]; then
  find build-address -name '*.gcda' -delete
  ctest --test-dir build-address --output-on-failure -j "$(nproc)" | grep -v -E ' Start +[0-9]+: | Passed +[0-9]'
fi
for target in ${targets[@]+"${targets[@]}"}; do
  echo "$kind sanitizer: $target"
  case $target in
    replay_*) "build-$kind/bin/$target" "fuzz/corpus/${target#replay_}" >/dev/null 2>&1 ;;
    *) "build-$kind/bin/$target" --gtest_brief=1 ;;
  esac
done
