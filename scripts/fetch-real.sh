#!/bin/bash
# Puts the libraries of examples/bench_real/programs.txt into build/real, each from its
# registry by the registry's own client, its archive checked against the sha256 there. What
# is there is left alone. Fails if one is missing at the end, after trying them all.
set -euo pipefail
cd "$(dirname "$0")/.."

table=examples/bench_real/programs.txt
place=build/real
say() { echo "fetch: $*"; }
mkdir -p "$place"
scratch=$(mktemp -d "$place/.new.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

# Debian's sources are seldom among what apt is told to fetch. They are where its packages
# are; their lists are kept beside apt's own.
source_lists() {
    [ -e "$scratch/apt.conf" ] && return
    local format='deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)'
    mkdir -p "$scratch/lists/partial" "$scratch/cache/archives/partial"
    apt-get indextargets --format "$format" 'Identifier: Packages' 'Label: Debian' |
        sort -u > "$scratch/sources.list"
    if [ ! -s "$scratch/sources.list" ]; then
        say "apt knows no packages of Debian's; call apt-get update first" >&2
        return 1
    fi
    cat > "$scratch/apt.conf.new" << END
Dir::Etc::SourceList "$PWD/$scratch/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::State::Lists "$PWD/$scratch/lists";
Dir::Cache "$PWD/$scratch/cache";
APT::Sandbox::User "";
END
    APT_CONFIG="$scratch/apt.conf.new" apt-get -qq update
    mv "$scratch/apt.conf.new" "$scratch/apt.conf"
}

# The archive of a package in a registry, into the folder $scratch/archive.
download() {
    case $1 in
        debian)
            source_lists || return 1
            (cd "$scratch/archive" &&
                APT_CONFIG="$OLDPWD/$scratch/apt.conf" \
                    apt-get -qq source --download-only --tar-only "$2" > /dev/null)
            ;;
        pypi)
            python3 -m pip download --quiet --no-deps --no-binary :all: \
                --dest "$scratch/archive" "${2/=/==}"
            ;;
        *) say "no such registry: $1" >&2; return 1 ;;
    esac
}

fetch() {
    local name=$1 registry=$2 package=$3 sum=$4
    [ "$(cat "$place/$name/.sha256" 2> /dev/null)" = "$sum" ] && return
    rm -rf "$scratch/archive" "$scratch/$name"
    mkdir "$scratch/archive" "$scratch/$name"
    download "$registry" "$package" || return 1
    local archive=("$scratch/archive"/*.tar.*)
    if ! echo "$sum  ${archive[0]}" | sha256sum --check --quiet; then
        say "$name: not the archive that was expected" >&2
        return 1
    fi
    tar --extract --file "${archive[0]}" --directory "$scratch/$name" --strip-components=1 \
        --no-same-owner
    echo "$sum" > "$scratch/$name/.sha256"
    rm -rf "${place:?}/$name"
    mv "$scratch/$name" "$place/$name"
    say "$name: $package from $registry"
}

missing=()
while read -r name registry package sum _; do
    [[ -z $name || $name = \#* ]] && continue
    fetch "$name" "$registry" "$package" "$sum" || missing+=("$name")
done < "$table"
if [ ${#missing[@]} -gt 0 ]; then
    say "could not be fetched: ${missing[*]}" >&2
    exit 1
fi
say "all there"
