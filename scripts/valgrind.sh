#!/usr/bin/env bash
# A short run under valgrind: no invalid access, no use of what was never set, nothing definitely lost.
#   scripts/valgrind.sh
set -euo pipefail
cd "$(dirname "$0")/.."
command -v valgrind >/dev/null || scripts/install.sh scripts/packages-check.txt
# valgrind does not know every instruction of new processors: neither the program nor OpenBLAS may use them.
cmake -S . -B build-valgrind -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE="-O1 -g1 -DNDEBUG" \
  -DENGD_TESTS=OFF -DENGD_BENCH=OFF -DENGD_CUDA=OFF -DENGD_ARCH=x86-64-v2 -DCMAKE_UNITY_BUILD=ON \
  $(command -v ccache >/dev/null && echo -DCMAKE_CXX_COMPILER_LAUNCHER=ccache) >/dev/null
ninja -C build-valgrind engd
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/p.toml" <<'TOML'
[problem]
variables = ["x", "y"]
domain = { shape = "disk", radius = 1 }
[[term]]
name = "inside"
on = "interior"
residual = "laplacian(u) + 4"
points = { random = 40, resample = 1 }
[[term]]
name = "boundary"
on = "boundary"
residual = "u"
points = { grid = 4 }
[solution]
u = "1 - x^2 - y^2"
[[network]]
layers = [6, 5]
[[network]]
layers = [6]
[[optimizer]]
method = "adam"
iterations = 2
[[optimizer]]
method = "adaptive"
iterations = 3
TOML
check=(valgrind --error-exitcode=9 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite -q)
export OPENBLAS_CORETYPE=Nehalem OPENBLAS_NUM_THREADS=1
cd "$work"
engd=$OLDPWD/build-valgrind/bin/engd
"${check[@]}" "$engd" solve p.toml --out out --threads 1 --no-report --quiet --checkpoint-iterations 1
"${check[@]}" "$engd" check p.toml >/dev/null
for bad in nan -1 '""' '[]'; do
  "${check[@]}" "$engd" check p.toml --set "network.0.layers=$bad" >/dev/null 2>&1 || [ $? -eq 2 ]
done
echo "valgrind: nothing found"
