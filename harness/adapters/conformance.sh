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
  if grep -q '^conformance:' "$makefile"; then # a bench of many codecs, which holds them itself
    make -s --no-print-directory -C "$folder" conformance PYTHON="$(dirname "$goldenwire")/python" || failed="$failed $name"
    continue
  fi
  [ -d "$here/../../vectors/$format" ] || { echo "left out: there are no vectors of $format"; continue; }
  make -s --no-print-directory -C "$folder" || { failed="$failed $name"; continue; }
  set -- "$format" --quiet
  [ ! -f "$known" ] || set -- "$@" --known-failures "$known"
  ! grep -q '^print-options:' "$makefile" || set -- "$@" $(make -s --no-print-directory -C "$folder" print-options)
  "$goldenwire" check "$@" -- $(make -s --no-print-directory -C "$folder" print-command) || failed="$failed $name"
  if grep -q '^print-command-sanitized:' "$makefile"; then
    # The sanitizers reserve address space far beyond any limit that would catch a codec's own greed.
    make -s --no-print-directory -C "$folder" sanitize || { failed="$failed $name-sanitized"; continue; }
    "$goldenwire" check "$@" --memory 0 -- $(make -s --no-print-directory -C "$folder" print-command-sanitized) ||
      failed="$failed $name-sanitized"
  fi
done
[ -z "$failed" ] || { printf '\nnot as expected:%s\n' "$failed"; exit 1; }
