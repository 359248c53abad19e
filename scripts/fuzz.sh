#!/usr/bin/env bash
# Fuzzes the formula parser, the problem reader and the readers of other files with libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer.
#   scripts/fuzz.sh [INPUTS=10000000] [TARGET...]
# New inputs that reach new code are kept in build-fuzz/corpus; `scripts/fuzz.sh keep` moves a least set of them to
# fuzz/corpus, which the test suite replays. Ends with an error at the first crash, leak or input that takes over a second.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install.sh scripts/packages-tools.txt
inputs=${1:-10000000}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(formula problem files)
cmake -S . -B build-fuzz -G Ninja -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Release -DENGD_FUZZ=ON \
  -DENGD_BENCH=OFF -DENGD_CUDA=OFF -DENGD_ARCH= \
  -DCMAKE_CXX_FLAGS="-O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined" >/dev/null
ninja -C build-fuzz $(printf 'fuzz_%s ' "${targets[@]}")
for target in "${targets[@]}"; do
  mkdir -p "build-fuzz/corpus/$target"
  if [ "$inputs" = keep ]; then
    "build-fuzz/bin/fuzz_$target" -merge=1 -max_len=4096 "fuzz/corpus/$target" "build-fuzz/corpus/$target"
    continue
  fi
  echo "== $target: $inputs inputs"
  "build-fuzz/bin/fuzz_$target" -runs="$inputs" -max_len=4096 -timeout=60 -rss_limit_mb=4096 -print_final_stats=1 \
    -dict="fuzz/$target.dict" -artifact_prefix=build-fuzz/ "build-fuzz/corpus/$target" "fuzz/corpus/$target" 2>&1 |
    grep -v -E '^#[0-9]+.*(NEW|REDUCE|pulse|RELOAD)' | tail -40
done
