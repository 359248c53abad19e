#!/usr/bin/env bash
# A quick part of the tools beyond the tests (scripts/reliability.sh runs all of them):
#   AddressSanitizer and UndefinedBehaviorSanitizer over the tests of CHECKED below,
#   ThreadSanitizer over the thread pool,
#   clang-format over all files and clang-tidy over some: what they find is printed.
# A tool that is not there, or does not run on this machine, is a line and no error.
set -euo pipefail
cd "$(dirname "$0")/.."
CHECKED=(support_test expr_test geometry_condition_test network_test)

step() { printf '\n== %s (%d s since the start)\n' "$1" "$SECONDS"; }
skip() { echo "skipped: $1"; }

# Sanitizers of g++ 12 do not start under every kernel (too many random bits in addresses): a program that does nothing tells.
runs_here() {
  local folder result=0
  folder=$(mktemp -d)
  echo 'int main() { return 0; }' >"$folder/nothing.cpp"
  g++ "$1" "$folder/nothing.cpp" -o "$folder/nothing" 2>/dev/null || result=1
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    if [ $result -eq 0 ]; then timeout 20 "$folder/nothing" >/dev/null 2>&1 || result=1; fi
  done
  rm -rf "$folder"
  return $result
}

step "AddressSanitizer and UndefinedBehaviorSanitizer"
if runs_here -fsanitize=address,undefined; then
  scripts/sanitize.sh address "${CHECKED[@]}"
else
  skip "AddressSanitizer does not run on this machine"
fi

step "ThreadSanitizer"
if runs_here -fsanitize=thread; then
  scripts/sanitize.sh thread support_test
else
  skip "ThreadSanitizer does not run on this machine"
fi

step "clang-format and clang-tidy"
scripts/install.sh scripts/packages-check.txt || skip "not all of scripts/packages-check.txt can be installed here"
if command -v clang-tidy >/dev/null && command -v clang-format >/dev/null; then
  scripts/tidy.sh src/support/*.cpp src/io/durable_file.cpp src/io/sealed_file.cpp src/io/checkpoint_file.cpp 2>&1 |
    grep -v 'warnings generated' || echo "clang-format and clang-tidy: nothing, or the lines above"
else
  skip "clang-format or clang-tidy is not here"
fi
step "done"
