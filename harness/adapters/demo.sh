#!/bin/sh
# Checks two foreign codecs of DAPHNE and shows what the kit finds. Usage: demo.sh GOLDENWIRE [COMMAND THAT INSTALLS IT]
set -u
goldenwire=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
say() { printf '\n\033[1m%s\033[0m\n' "$*" | if [ -t 1 ]; then cat; else sed 's/\x1b\[[0-9;]*m//g'; fi; }
json='#if !__has_include(<nlohmann/json.hpp>)
#error
#endif'
command_of() { make -s --no-print-directory -C "$here/$1" print-command; }

# The codec in C++, which comes last, is built meanwhile; what it lacks is said there.
make -s --no-print-directory -C "$here/cpp-daphne" >/dev/null 2>&1 &
[ $# = 0 ] || "$@" || exit 1
PYTHON=$(dirname "$goldenwire")/python # in which the codecs in Python run
export PYTHON

say "1. A miniature of the deployed DAPHNE runtime: what does it make of a file that follows the document?"
"$goldenwire" check daphne --select daphne/dense/int32-2x3 --operation decode -- $(command_of python-daphne-dialect)

say "   And of all dense blocks?"
"$goldenwire" check daphne --quiet --select 'daphne/dense/*' -- $(command_of python-daphne-dialect)

say "2. All vectors, with its failures known and explained: the gate that its own CI would have"
"$goldenwire" check daphne --quiet --examples 0 --no-sweeps --known-failures "$here/python-daphne-dialect/known-failures.yaml" \
  -- $(command_of python-daphne-dialect)
known=$?

say "3. A complete C++ codec, written from the specification alone"
if ! command -v "${CXX:-g++}" >/dev/null || ! echo "$json" | "${CXX:-g++}" -E -x c++ - >/dev/null 2>&1; then
  echo "Left out: it needs a C++17 compiler and nlohmann's JSON (on Debian: apt-get install g++ nlohmann-json3-dev)."
  exit $known
fi
wait
make -s --no-print-directory -C "$here/cpp-daphne" || exit 1
"$goldenwire" check daphne -- $(command_of cpp-daphne) && exit $known
