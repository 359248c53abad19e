#!/usr/bin/env bash
# Dependencies between the folders of src/ run downwards only: fails where a file includes one of a folder above its own.
#   scripts/layers.sh            the folders, the lowest first, each with those that it uses
set -euo pipefail
cd "$(dirname "$0")/.."
layers=(support formats expr linalg geometry network energy optim backend problem read results check report solve automatic reproduce app)

folder_of() { if [ "$1" = app ]; then echo app; else echo "src/$1"; fi; }
found=0
below=()
for layer in "${layers[@]}"; do
  below+=("$layer")
  uses=()
  while read -r used; do
    [ "$used" = "$layer" ] && continue
    if [[ " ${below[*]} " == *" $used "* ]]; then
      uses+=("$used")
    else
      found=1
      echo "$(folder_of "$layer") must not use src/$used:" >&2
      grep -rn "#include \"$used/" "$(folder_of "$layer")" >&2
    fi
  done < <(grep -rhoP '#include "\K[a-z_]+(?=/)' "$(folder_of "$layer")" | sort -u)
  printf '%-10s %s\n' "$layer" "${uses[*]}"
done
for folder in src/*/; do
  name=$(basename "$folder")
  [[ " ${layers[*]} " == *" $name "* ]] || { echo "src/$name is not among the layers of scripts/layers.sh" >&2; found=1; }
done
exit $found
