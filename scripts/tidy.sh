#!/usr/bin/env bash
# clang-format over all files and clang-tidy (.clang-tidy) over the source; ends with an error where one has something to say.
#   scripts/tidy.sh            src/ and app/, in larger units: headers are read once for several files
#   scripts/tidy.sh FILE...    clang-tidy over these, each by itself
#   scripts/tidy.sh --format   clang-format alone
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install.sh scripts/packages-check.txt
found=0
git ls-files '*.cpp' '*.h' '*.hpp' '*.cu' | xargs clang-format --dry-run -Werror && echo "clang-format: nothing" || found=1
[ "${1:-}" != --format ] || exit $found
[ $# -gt 0 ] && units=OFF || units=ON
cmake -S . -B build-tidy -G Ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DENGD_BENCH=OFF -DENGD_TESTS=OFF -DENGD_CUDA=OFF -DENGD_ARCH= \
  -DCMAKE_UNITY_BUILD=$units >/dev/null
if [ $# -gt 0 ]; then printf '%s\n' "$@"; else sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' build-tidy/compile_commands.json; fi |
  xargs -P "$(nproc)" -n 2 clang-tidy -p build-tidy --quiet --warnings-as-errors='*' --extra-arg=-Wno-unknown-warning-option 2>&1 |
  { grep -v 'warnings generated' || true; } || found=1
[ $found -eq 0 ] && echo "clang-tidy: nothing"
exit $found
