#!/usr/bin/env bash
# subproject.sh SOURCE COMPILER: a project that has engd in a folder of its own. It is configured, its own code is compiled; engd itself is not, which takes
# minutes and is what other tests do.
set -euo pipefail
source=$1 compiler=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

cp -r "$(dirname "$0")/parent/." "$work/parent"
ln -s "$source" "$work/parent/engd"
cmake -S "$work/parent" -B "$work/build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DENGD_CUDA=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >"$work/log" 2>&1 \
  || { cat "$work/log"; fail "the parent project is not configured"; }

# The flags of the parent's own code are its own.
command=$(grep -oP '"command": "\K.*main\.cpp' "$work/build/compile_commands.json" | grep -F 'parent/main.cpp')
for flag in -march -O3 -Wall -fno-math-errno -fvisibility -fPIC -DNDEBUG eigen3; do
  [[ $command != *"$flag"* ]] || fail "the parent's code is compiled with $flag: $command"
done
ninja -C "$work/build" CMakeFiles/parent.dir/main.cpp.o >"$work/log" 2>&1 || { cat "$work/log"; fail "the parent's code does not compile"; }

# What is built and installed with the parent: the library, neither tests nor the program.
ninja -C "$work/build" -n all >"$work/plan"
! grep -E 'Linking CXX executable .*(_test|bench_)' "$work/plan" || fail "tests are built"
! grep -E 'Linking CXX executable .*/engd$' "$work/plan" || fail "the program is built"
grep -q 'Linking CXX shared library.*libengd' "$work/plan" || fail "the library is not built"
! grep -qE 'file\(INSTALL' "$work/build/engd/cmake_install.cmake" || fail "engd installs itself with the parent"
echo "a folder of another project"
