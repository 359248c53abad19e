#!/usr/bin/env bash
# Installs what is missing, builds the program as users do (in larger units), then everything with warnings as
# errors, and runs all tests.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install.sh scripts/packages-test.txt
scripts/build.sh
cmake -S . -B build-test -G Ninja -DENGD_WERROR=ON
ninja -C build-test
ctest --test-dir build-test --output-on-failure -j "$(nproc)"
