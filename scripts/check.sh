#!/usr/bin/env bash
# The tools that look at the code, as far as CI has time for them (scripts/reliability.sh runs all):
#   AddressSanitizer and UndefinedBehaviorSanitizer over the test suite, with line coverage counted at the same time;
#   ThreadSanitizer over the thread pool and the threaded factorisations;
#   valgrind over a short run;
#   clang-format over all files, clang-tidy over a few: what they find is printed.
# A tool that is not there, or cannot run on this machine, is a line, not an error.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s (%d s since the start)\n' "$1" "$SECONDS"; }
skip() { echo "skipped: $1"; }

# Sanitizers of g++ 12 do not start under every kernel (too many random bits in addresses): a program that does nothing tells.
runs_here() {
  local folder result=0
  folder=$(mktemp -d)
  echo 'int main() { return 0; }' > "$folder/nothing.cpp"
  g++ "$1" "$folder/nothing.cpp" -o "$folder/nothing" 2>/dev/null || result=1
  for _ in 1 2 3 4 5; do
    [ $result -eq 0 ] && { timeout 20 "$folder/nothing" >/dev/null 2>&1 || result=1; }
  done
  rm -rf "$folder"
  return $result
}

step "AddressSanitizer and UndefinedBehaviorSanitizer"
if runs_here -fsanitize=address,undefined; then
  scripts/sanitize.sh address --repeat until-pass:2
  step "coverage"
  scripts/coverage.sh build-address
else
  skip "AddressSanitizer does not run on this machine"
fi

step "ThreadSanitizer"
if runs_here -fsanitize=thread; then
  scripts/sanitize.sh thread support_test linalg_test
else
  skip "ThreadSanitizer does not run on this machine"
fi

scripts/install.sh scripts/packages-check.txt || skip "not all of scripts/packages-check.txt can be installed here"

step "valgrind"
if command -v valgrind >/dev/null; then
  code=0
  scripts/valgrind.sh || code=$?
  [ $code -ne 9 ] || exit 9  # it has found something
  [ $code -eq 0 ] || skip "valgrind cannot run the program on this machine (code $code)"
else
  skip "valgrind is not here"
fi

step "clang-format and clang-tidy"
if command -v clang-tidy >/dev/null && command -v clang-format >/dev/null; then
  scripts/tidy.sh src/support/*.cpp src/io/durable_file.cpp src/io/sealed_file.cpp src/io/checkpoint_file.cpp ||
    echo "the lines above are what they found"
else
  skip "clang-format or clang-tidy is not here"
fi
step "done"
