#!/usr/bin/env bash
# Does the number of threads change a bit? Runs methods, solvers and sizes with 1, 2 and 4 threads and compares the
# parameters.
#   scripts/determinism.sh [ENGD=build/bin/engd]
set -euo pipefail
engd=$(realpath "${1:-build/bin/engd}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat > p.toml <<'TOML'
[problem]
variables = ["x", "y"]
domain = { box = [[0, 1], [0, 1]] }
[[term]]
name = "inside"
on = "interior"
residual = "laplacian(u) + 2*pi^2*sin(pi*x)*sin(pi*y)"
points = { grid = 30 }
[[term]]
name = "boundary"
on = "boundary"
residual = "u"
points = { grid = 30 }
TOML
digest() { /usr/bin/python3 -c '
import h5py, hashlib, sys
with h5py.File(sys.argv[1]) as m: print(hashlib.sha256(m["seed_0/parameters"][()].tobytes()).hexdigest())' "$1/model.h5"; }
printf '%-12s %-16s %10s   %s\n' method solver parameters "bits with 1, 2 and 4 threads"
for width in 16 64 200; do
  for case in adaptive:auto adaptive:qr_svd adaptive:gram_cholesky multistep:auto engd:gram_eigen engd:qr_svd engd:kernel \
      engd:gram_cholesky hngd:gram_eigen gd:auto adam:auto bfgs:auto lbfgs:auto; do
    method=${case%%:*} solver=${case##*:} seen=() more=()
    [ "$solver" = auto ] || more+=(--set "optimizer.solver=$solver")
    [ "$case" = engd:gram_cholesky ] && more+=(--set optimizer.damping=1e-8)
    for threads in 1 2 4; do
      "$engd" solve p.toml --out "out$threads" --force --quiet --no-report --threads $threads --set "network.layers=[$width]" \
        --set optimizer.method=$method --set optimizer.iterations=4 "${more[@]}" || true
      seen+=("$(digest "out$threads")")
    done
    [ "${seen[0]}" = "${seen[1]}" ] && [ "${seen[0]}" = "${seen[2]}" ] && answer=same || answer=differ
    printf '%-12s %-16s %10d   %s\n' "$method" "$solver" $((4 * width + 1)) "$answer"
  done
done
