#!/usr/bin/env bash
# tree.sh BUILD COMPILER: installs BUILD to a temporary prefix, moves the tree elsewhere, and uses it there: builds the examples by find_package and by
# pkg-config and runs them, starts the program, and looks at what the library shows.
set -euo pipefail
build=$1 compiler=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

cmake --install "$build" --prefix "$work/first" >"$work/install.log"
mv "$work/first" "$work/moved"
prefix=$work/moved
library=$(find "$prefix" -name 'libengd.so')
lib=$(dirname "$library")
unset LD_LIBRARY_PATH PKG_CONFIG_PATH CMAKE_PREFIX_PATH
export OPENBLAS_NUM_THREADS=1

# The files.
for file in bin/engd include/engd/engd.hpp include/engd/version.h share/engd/problems/paper/poisson2d.toml share/engd/examples/2_poisson.cpp \
            share/doc/engd/problem-files.md; do
  [ -e "$prefix/$file" ] || fail "$file is missing"
done
[ ! -e "$build/bin/engd_cuda.so" ] || [ -e "$lib/engd/engd_cuda.so" ] || fail "engd_cuda.so is missing"
! grep -rlE "toml\+\+|Eigen|fmt/|nlohmann|hdf5" "$prefix/include" || fail "headers include those of other projects"
! grep -rnE '#include <engd/[^>]*>' "$prefix/include" -oh | sed 's/.*<\(.*\)>/\1/' | sort -u | while read -r header; do
  [ -e "$prefix/include/$header" ] || echo "$header"; done | grep . || fail "a header includes one that is not installed"

# The library: its name, where it looks for others, and what it shows.
readelf -d "$library" >"$work/dynamic"
grep -q 'SONAME.*libengd\.so\.[0-9]*\.[0-9]*\]' "$work/dynamic" || fail "the library has no SONAME with a version"
! grep -E 'RUNPATH|RPATH' "$work/dynamic" | grep -v '\[\$ORIGIN\]' || fail "the library looks for others in folders of this machine"
! readelf -d "$prefix/bin/engd" | grep -E 'RUNPATH|RPATH' | grep -v '\[\$ORIGIN' || fail "the program looks for libraries in folders of this machine"
! ldd "$library" | grep 'not found' || fail "the library does not find others"
nm -D --defined-only "$library" | c++filt | cut -d' ' -f3- >"$work/shown"
shown='^(engd::v0::|(typeinfo|typeinfo name|vtable) for engd::v0::|ENGD_0)'
! grep -vE "$shown" "$work/shown" || fail "the library shows what is not meant for programs"
! grep -E 'Inside|api::' "$work/shown" || fail "the library shows what is not meant for programs"
for name in 'solve(' 'read(' 'load(' 'check(' 'Solution::integral(' 'typeinfo for engd::v0::Error'; do
  grep -qF -- "$name" "$work/shown" || fail "the library does not show $name"
done

# The program, moved, finds its problems.
(cd "$work" && "$prefix/bin/engd" list) >"$work/list"
grep -q poisson2d "$work/list" || fail "the program does not find its problems"
version=$("$prefix/bin/engd" --version)

# find_package
examples=$prefix/share/engd/examples
cmake -S "$examples" -B "$work/cmake" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_FLAGS="-O0 -Wall -Wextra -Werror" >"$work/configure.log" \
  || { cat "$work/configure.log"; fail "find_package"; }
cmake --build "$work/cmake" -j 2 >"$work/build.log" 2>&1 || { cat "$work/build.log"; fail "the examples do not compile"; }
mkdir "$work/wrong"
printf 'cmake_minimum_required(VERSION 3.22)\nproject(wrong CXX)\nfind_package(engd 99.0 REQUIRED)\n' >"$work/wrong/CMakeLists.txt"
! cmake -S "$work/wrong" -B "$work/wrong/build" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null 2>&1 || fail "any version is found"

# pkg-config, as the first lines of each example say
export PKG_CONFIG_PATH=$lib/pkgconfig
[ "engd $(pkg-config --modversion engd)" = "$version" ] || fail "pkg-config and the program have different versions"
mkdir "$work/plain"
for source in "$examples"/*.cpp; do
  name=$(basename "$source" .cpp)
  # shellcheck disable=SC2046
  "$compiler" -std=c++20 -O0 "$source" -o "$work/plain/$name" $(pkg-config --cflags --libs engd) || fail "$name does not compile by pkg-config"
done

# They run, and say by their exit code that the result is good.
cd "$examples"
for source in *.cpp; do
  name=${source%.cpp}
  "$work/cmake/$name" >"$work/out" 2>&1 || { cat "$work/out"; fail "$name (find_package)"; }
  LD_LIBRARY_PATH=$lib "$work/plain/$name" >"$work/plain.out" 2>&1 || { cat "$work/plain.out"; fail "$name (pkg-config)"; }
done
echo "installed, moved and used: $version"
