#!/usr/bin/env bash
# Line and branch coverage of src/ by the test suite, file by file and in all (gcov).
set -euo pipefail
cd "$(dirname "$0")/.."
cmake -S . -B build-coverage -G Ninja -DCMAKE_BUILD_TYPE=Debug -DENGD_BENCH=OFF -DENGD_CUDA=OFF \
  -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1 --coverage -fprofile-update=atomic -DNDEBUG" \
  $(command -v ccache >/dev/null && echo -DCMAKE_CXX_COMPILER_LAUNCHER=ccache) >/dev/null
ninja -C build-coverage
find build-coverage -name '*.gcda' -delete
ctest --test-dir build-coverage -j "$(nproc)" | tail -5
/usr/bin/python3 - <<'PY'
import collections, json, pathlib, subprocess
root = pathlib.Path.cwd()
lines, branches = collections.defaultdict(dict), collections.defaultdict(dict)
for data in (root / "build-coverage").rglob("*.gcda"):
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
