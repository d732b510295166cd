#!/bin/bash
# Has other tools check a folder of evidence: check-evidence.sh DIR
#
# SMT solvers that are installed (Z3, cvc5, Bitwuzla) must find no model of any condition. The
# checker of clausal proofs `rate` (https://crates.io/crates/rate; `make evidence` installs it)
# must accept each refutation; it reads DRAT, which is LRAT without the hints.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:?which folder?}/conditions
PATH=$here/build/rate/bin:$PATH
limit=${LIMIT:-60}

failed=0
judge() { # tool, wanted answer, what it is about, command
    local tool=$1 wanted=$2 what=$3 said
    shift 3
    said=$(timeout "$limit" "$@" 2> /dev/null | grep -E '^(sat|unsat|unknown|s [A-Z ]+)$' | tail -1 || true)
    case $said in
        "$wanted") accepted[$tool]=$((${accepted[$tool]:-0} + 1)) ;;
        sat | "s NOT VERIFIED") echo "$tool contradicts $what: $said" && failed=1 ;;
        *) open[$tool]=$((${open[$tool]:-0} + 1)) ;;
    esac
}

declare -A accepted=() open=()
shopt -s nullglob
for script in "$folder"/*.smt2; do
    for solver in z3 cvc5 bitwuzla; do
        if command -v $solver > /dev/null; then
            judge $solver unsat "$script" $solver "$script"
        fi
    done
done
proof=$(mktemp --suffix=.drat)
trap 'rm -f "$proof"' EXIT
for refutation in "$folder"/*.lrat; do
    command -v rate > /dev/null || break
    awk '$2 != "d" { for (i = 2; i <= NF; i++) { printf "%s ", $i; if ($i == 0) break }; print "" }' \
        "$refutation" > "$proof"
    judge rate "s VERIFIED" "$refutation" rate "${refutation%.lrat}.cnf" "$proof"
done
for tool in "${!accepted[@]}" "${!open[@]}"; do
    echo "$tool: ${accepted[$tool]:-0} accepted, ${open[$tool]:-0} without an answer"
done | sort -u
exit $failed
