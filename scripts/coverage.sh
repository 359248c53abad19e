#!/usr/bin/env bash
# Line and branch coverage of src/ by the test suite, file by file and in all (gcov).
#   scripts/coverage.sh           builds for it, runs the suite, prints
#   scripts/coverage.sh BUILD     prints what the tests of that build have counted (build-address: there the checks of
#                                 UndefinedBehaviorSanitizer are branches, too, and branches are left out)
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build-coverage}
if [ $# -eq 0 ]; then
  cmake -S . -B build-coverage -G Ninja -DCMAKE_BUILD_TYPE=Debug -DENGD_BENCH=OFF -DENGD_CUDA=OFF \
    -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1 --coverage -fprofile-update=atomic -DNDEBUG" \
    $(command -v ccache >/dev/null && echo -DCMAKE_CXX_COMPILER_LAUNCHER=ccache) >/dev/null
  ninja -C build-coverage
  find build-coverage -name '*.gcda' -delete
  ctest --test-dir build-coverage -j "$(nproc)" | tail -5
fi
/usr/bin/python3 - "$build" <<'PY'
import collections, json, pathlib, subprocess, sys
root = pathlib.Path.cwd()
lines, branches = collections.defaultdict(dict), collections.defaultdict(dict)
build = sys.argv[1]
for data in (root / build).rglob("*.gcno"):
    if "/src/" not in str(data):
        continue
    out = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities", data],
                         capture_output=True, text=True, cwd=data.parent).stdout
    for line in out.splitlines():
        for file in json.loads(line)["files"]:
            path = (data.parent / file["file"]).resolve()
            if root / "src" not in path.parents:
                continue
            name = str(path.relative_to(root))
            for one in file["lines"]:
                number = one["line_number"]
                lines[name][number] = lines[name].get(number, 0) + one["count"]
                for k, branch in enumerate(one["branches"]):
                    if not branch["throw"]:
                        key = (number, k)
                        branches[name][key] = branches[name].get(key, 0) + branch["count"]
def share(counts):
    return sum(c > 0 for c in counts), len(counts)
total_lines, total_branches = [], []
for name in sorted(lines):
    l, b = list(lines[name].values()), list(branches[name].values())
    total_lines += l
    total_branches += b
    hit, of = share(l)
    print(f"{name:46} {hit:5}/{of:<5} {100 * hit / of:5.1f} % of lines")
for what, counts in (("lines", total_lines), ("branches (exceptions left out)", total_branches)):
    hit, of = share(counts)
    print(f"src/: {hit} of {of} {what}: {100 * hit / of:.1f} %")
PY
