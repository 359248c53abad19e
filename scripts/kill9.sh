#!/usr/bin/env bash
# Ends runs with kill -9 at random moments, goes on from their checkpoints, and compares the parameters and the
# history of each with those of a run that was never ended: to the bit.
#   scripts/kill9.sh [MOMENTS=200] [ENGD=build/bin/engd]
set -euo pipefail
moments=${1:-200}
engd=$(realpath "${2:-build/bin/engd}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat > problem.toml <<'TOML'
[problem]
variables = ["x", "y"]
domain = { box = [[0, 1], [0, 1]] }
[functions]
f = "2*pi^2*sin(pi*x)*sin(pi*y)"
[[term]]
name = "inside"
on = "interior"
residual = "laplacian(u) + f"
points = { random = 200, resample = 5 }
[[term]]
name = "boundary"
on = "boundary"
residual = "u"
points = { grid = 10 }
[solution]
u = "sin(pi*x)*sin(pi*y)"
[[network]]
layers = [12]
[[network]]
layers = [16]
activation = "sin"
[[optimizer]]
method = "adam"
iterations = 400
[[optimizer]]
method = "bfgs"
iterations = 150
[[optimizer]]
method = "adaptive"
iterations = 60
TOML
options=(--threads 1 --no-report --quiet --checkpoint-iterations 7)
# Everything but seconds: the third column of the history, and times in the summary.
fingerprint() {
  /usr/bin/python3 - "$1" <<'PY'
import csv, hashlib, json, sys
import h5py
folder, digest = sys.argv[1], hashlib.sha256()
with h5py.File(folder + "/model.h5") as model:
    for seed in sorted(name for name in model if name.startswith("seed_")):
        model[seed].visititems(lambda name, item: digest.update(
            name.encode() + item[()].tobytes()) if isinstance(item, h5py.Dataset) else None)
for row in csv.reader(open(folder + "/history.csv")):
    digest.update(",".join(row[:2] + row[3:]).encode())
for seed in json.load(open(folder + "/summary.json"))["seeds"]:
    digest.update(json.dumps([seed[k] for k in ("loss", "rel_l2", "iterations", "termination")]).encode())
print(digest.hexdigest())
PY
}
start=$(date +%s%N)
"$engd" solve problem.toml --seeds 0..1 --out whole "${options[@]}"
length_ms=$(( ($(date +%s%N) - start) / 1000000 ))
wanted=$(fingerprint whole)
echo "one run takes about $length_ms ms; $moments moments"

killed=0 from_start=0 run=0
while (( killed < moments )); do
  run=$((run + 1))
  rm -rf out
  command=(solve problem.toml --seeds 0..1 --out out)
  while true; do
    "$engd" "${command[@]}" "${options[@]}" & pid=$!
    sleep "$(awk -v t="$length_ms" -v r="$RANDOM" 'BEGIN { printf "%.3f", t / 1000 * r / 32768 }')"
    if (( killed < moments )) && kill -9 "$pid" 2>/dev/null; then
      wait "$pid" 2>/dev/null || true
      killed=$((killed + 1))
    else
      wait "$pid" || { echo "FAILED: exit code $? of run $run"; exit 1; }
    fi
    if ls out/checkpoint*.h5 >/dev/null 2>&1; then
      command=(solve --resume out)
    elif [ -e out/summary.json ]; then
      break  # ended, and the checkpoints are gone: nothing is left to do
    else
      from_start=$((from_start + 1))
      rm -rf out
      command=(solve problem.toml --seeds 0..1 --out out)
    fi
  done
  found=$(fingerprint out)
  [ "$found" = "$wanted" ] || { echo "FAILED: run $run differs from the run that was never ended"; exit 1; }
done
echo "$killed kills in $run runs ($from_start before the first checkpoint): all $run ended with the same parameters, history and summary, to the bit"
