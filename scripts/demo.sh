#!/bin/bash
# What `make run` shows: scripts/demo.sh BUGGY.c SAFE.c
# Fails unless llumc finds the bug in the first and proves the second.
set -euo pipefail
cd "$(dirname "$0")/.."
llumc=(${CARGO_RUN:-cargo run --quiet --release --features bitwuzla --})

show() { # FILE EXPECTED-EXIT-CODE WHAT-IT-MEANS
    echo
    echo "\$ llumc check --show-invariant $1"
    local code=0
    "${llumc[@]}" check --show-invariant "$1" || code=$?
    if [ "$code" -ne "$2" ]; then
        echo "exit code $code, but this program should give $2 ($3)" >&2
        exit 1
    fi
    echo "(exit code $code: $3)"
}

show "$1" 1 "a violation was found"
show "$2" 0 "all properties hold"
echo
echo "Exit codes: 0 all properties hold, 1 a violation, 2 unknown, 3 wrong usage or input,"
echo "4 internal error. Your own program: make run FILE=my.c"
