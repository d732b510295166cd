#!/bin/bash
# Builds build/bitwuzla/libbitwuzla.so from the sources inside the registry crate
# `bitwuzla-sys`, with Debian's GMP, SymFPU and CaDiCaL. Does nothing when it is there.
#
# Why not the crate's own feature `vendor-cadical`: it downloads at build time, and a
# static CaDiCaL 1.5 beside our CaDiCaL 3 would be merged with it by the linker without
# a word. A shared library that exports nothing but the C API keeps the two apart.
set -euo pipefail
cd "$(dirname "$0")/.."

recipe=1 # to be raised when this script builds something else than before
out=$PWD/build/bitwuzla
api='^bitwuzla_'

cargo fetch --locked --quiet
crate=$(cargo metadata --format-version 1 --locked --offline --features bitwuzla |
    grep -o '"manifest_path":"[^"]*/bitwuzla-sys-[^"]*/Cargo.toml"' |
    sed 's/^"manifest_path":"//; s/Cargo.toml"$//') || true
[ -n "$crate" ] || { echo "bitwuzla-sys is not among the dependencies" >&2; exit 1; }
stamp="$(basename "$crate") recipe $recipe"

if [ -f "$out/libbitwuzla.so" ] && [ "$(cat "$out/stamp" 2>/dev/null)" = "$stamp" ]; then
    echo "libbitwuzla: up to date ($stamp)"
    exit 0
fi

echo "libbitwuzla: building from $(basename "$crate"), two minutes or so"
rm -rf "$out"
mkdir -p "$out/shim/include"

# Bitwuzla asks pkg-config for GMP 6.3; Debian 12 has 6.2.1, which has all it uses.
cat > "$out/shim/gmp.pc" <<SHIM
Name: gmp
Description: Debian's GMP, claiming the version that Bitwuzla asks for
Version: 6.3.0
Libs: -lgmp
SHIM
# Debian's SymFPU is headers without a pkg-config file.
cat > "$out/shim/symfpu.pc" <<SHIM
Name: symfpu
Description: Debian's SymFPU
Version: 0
SHIM

quietly() { # runs a command, shows what it said only if it failed
    if ! "$@" > "$out/log" 2>&1; then
        cat "$out/log" >&2
        echo "libbitwuzla: failed: $*" >&2
        exit 1
    fi
}

archives=(src/libbitwuzla.a src/lib/libbitwuzlabb.a src/lib/libbitwuzlals.a
    src/lib/libbitwuzlabv.a src/libbzlautil.a)
PKG_CONFIG_PATH=$out/shim quietly meson setup "$out/objects" "$crate/bitwuzla" \
    --buildtype release --wrap-mode nodownload -Dtesting=disabled
quietly ninja -C "$out/objects" "${archives[@]}"

# Everything but the C API stays local.
echo '{ global: bitwuzla_*; local: *; };' > "$out/exports"
(cd "$out/objects" && quietly g++ -shared -o "$out/libbitwuzla.so.new" \
    -Wl,-soname,libbitwuzla.so -Wl,--version-script="$out/exports" \
    -Wl,-z,defs -Wl,--strip-debug \
    -Wl,--whole-archive "${archives[0]}" -Wl,--no-whole-archive \
    -Wl,--start-group "${archives[@]:1}" -Wl,--end-group \
    -lcadical -lgmpxx -lgmp)

leaked=$(nm --dynamic --defined-only --format=posix "$out/libbitwuzla.so.new" |
    cut -d ' ' -f 1 | grep -v "$api" || true)
if [ -n "$leaked" ]; then
    echo "libbitwuzla: symbols that should be local are visible:" >&2
    head -n 10 <<< "$leaked" >&2
    exit 1
fi

mv "$out/libbitwuzla.so.new" "$out/libbitwuzla.so"
rm -rf "$out/objects" "$out/shim" "$out/exports" "$out/log"
echo "$stamp" > "$out/stamp"
echo "libbitwuzla: built ($stamp)"
