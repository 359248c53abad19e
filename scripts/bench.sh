#!/usr/bin/env bash
# Builds the benchmarks and prints their tables: an iteration on the paper's problems, the functions and the
# factorisations behind it, and the evaluation of solutions. (Accuracy of methods: build/bin/bench_methods, which takes long.)
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/build.sh -DENGD_BENCH=ON
ninja -C build --quiet bench_iteration bench_functions bench_factorisations bench_methods bench_evaluate
build/bin/bench_iteration "$@"
echo
build/bin/bench_functions
echo
build/bin/bench_factorisations
echo
build/bin/bench_evaluate 2
