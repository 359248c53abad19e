#!/usr/bin/env bash
# Installs what is missing and builds build/bin/engd. Further arguments go to cmake, for instance
#   scripts/build.sh -DENGD_ARCH=x86-64-v3      # a program for other machines than this one
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install.sh
cmake -S . -B build -G Ninja -DENGD_TESTS=OFF -DENGD_BENCH=OFF -DCMAKE_UNITY_BUILD=ON "$@" >build.log 2>&1 || { cat build.log >&2; exit 1; }
rm -f build.log
ninja -C build --quiet engd
echo "Built build/bin/engd"
