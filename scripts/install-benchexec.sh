#!/bin/bash
# Puts BenchExec into build/benchexec, from its registry, for the test of our tool-info
# module. Nothing happens if it is there.
set -euo pipefail
cd "$(dirname "$0")/.."

version=3.35
place=build/benchexec
say() { echo "setup: $*"; }

if [ "$(cat "$place/version" 2> /dev/null)" = "$version" ]; then
    say "BenchExec $version: there"
    exit
fi
mkdir -p build
# Made aside and moved into place whole; a virtual environment's own paths are absolute, so
# its programs are called through its Python.
rm -rf "$place.new"
python3 -m venv "$place.new"
"$place.new/bin/python" -m pip install --quiet "benchexec==$version"
echo "$version" > "$place.new/version"
rm -rf "$place"
mv "$place.new" "$place"
say "BenchExec $version: installed"
