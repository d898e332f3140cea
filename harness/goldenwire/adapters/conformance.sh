#!/bin/sh
# Builds every adapter and checks it against its known failures; fails if one does not hold. Usage: conformance.sh GOLDENWIRE
set -u
goldenwire=$1
here=$(cd "$(dirname "$0")" && pwd)
failed=""
for makefile in "$here"/*/Makefile; do
  folder=$(dirname "$makefile")
  name=$(basename "$folder")
  format=${name##*-}
  case $name in *-dialect) format=${name%-dialect} && format=${format##*-} ;; esac
  known="$folder/known-failures.yaml"
  printf '\n-- %s\n' "$name"
  make -s --no-print-directory -C "$folder" || { failed="$failed $name"; continue; }
  set -- "$format" --quiet
  [ ! -f "$known" ] || set -- "$@" --known-failures "$known"
  "$goldenwire" check "$@" -- $(make -s --no-print-directory -C "$folder" print-command) || failed="$failed $name"
done
[ -z "$failed" ] || { printf '\nnot as expected:%s\n' "$failed"; exit 1; }
