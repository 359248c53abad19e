#!/usr/bin/env bash
# Dependencies between the folders of src/ run downwards only: fails where a file includes one of a folder above its own. Tests of a folder may include what the folder may,
# tests/common and the oracle, src/backend/reference; what tests/common includes ends at src/backend.
#   scripts/layers.sh            the folders, the lowest first, each with those that it uses; docs/architecture.md shows the same lines, which is checked
set -euo pipefail
cd "$(dirname "$0")/.."
layers=(support formats expr linalg geometry network energy optim backend problem read results check report solve solution automatic reproduce api app)

folder_of() { if [ "$1" = app ]; then echo app; else echo "src/$1"; fi; }
found=0

# used_by FOLDER: the folders that its files include, but for the oracle in tests.
used_by() {
  local but='^$'
  [[ $1 == tests/* ]] && but='"backend/reference/'
  grep -rhE '#include "[a-z_]+/' "$1" | grep -v "$but" | grep -oP '#include "\K[a-z_]+(?=/)' | sort -u
}

# check FOLDER ALLOWED...: what it uses becomes `uses`.
check() {
  local folder=$1 allowed=" ${*:2} " used
  uses=()
  while read -r used; do
    [ "$used" = "$(basename "$folder")" ] && continue
    if [[ $allowed == *" $used "* ]]; then
      uses+=("$used")
    else
      found=1
      echo "$folder must not use $used:" >&2
      grep -rn "#include \"$used/" "$folder" >&2
    fi
  done < <(used_by "$folder")
}

below=()
for layer in "${layers[@]}"; do
  below+=("$layer")
  check "$(folder_of "$layer")" "${below[@]}"
  line=$(printf '%-10s %s' "$layer" "${uses[*]}")
  line=${line%"${line##*[! ]}"}
  echo "$line"
  grep -qxF -- "$line" docs/architecture.md || { echo "docs/architecture.md does not show this line" >&2; found=1; }
  [ -d "tests/$layer" ] && check "tests/$layer" common "${below[@]}"
  [ "$layer" = backend ] && check tests/common "${below[@]}"
done
for folder in src/*/; do
  name=$(basename "$folder")
  [[ " ${layers[*]} " == *" $name "* ]] || { echo "src/$name is not among the layers of scripts/layers.sh" >&2; found=1; }
done
for folder in tests/*/; do
  name=$(basename "$folder")
  case $name in
    common | data) ;;
    bench | pairs | install) ;;  # of programs, which use everything
    *) [[ " ${layers[*]} " == *" $name "* ]] || { echo "tests/$name is not among the layers of scripts/layers.sh" >&2; found=1; } ;;
  esac
done
exit $found
