#!/usr/bin/env bash
# clang-format and clang-tidy (.clang-tidy) over the source; ends with an error where one has something to say.
#   scripts/tidy.sh [FILE...]
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install.sh scripts/packages-check.txt
files=("$@")
[ ${#files[@]} -gt 0 ] || mapfile -t files < <(git ls-files 'src/*.cpp' 'app/*.cpp' | grep -v backend/cuda)
found=0
git ls-files '*.cpp' '*.h' | xargs clang-format --dry-run -Werror || found=1
cmake -S . -B build-tidy -G Ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DENGD_BENCH=OFF -DENGD_TESTS=OFF -DENGD_CUDA=OFF -DENGD_ARCH= >/dev/null
printf '%s\n' "${files[@]}" |
  xargs -P "$(nproc)" -n 4 clang-tidy -p build-tidy --quiet --warnings-as-errors='*' --extra-arg=-Wno-unknown-warning-option || found=1
exit $found
