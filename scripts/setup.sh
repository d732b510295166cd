#!/bin/bash
# Installs what llumc is built from and runs with, and only what is missing. Set up for
# Debian 12 on amd64; on another system it says what it looked for and did not find.
set -euo pipefail
cd "$(dirname "$0")/.."

# Debian's packages, each with a probe that tells on any system whether it is there.
packages=(
    llvm-22-dev        "file /usr/lib/llvm-22/bin/llvm-config"
    clang-22           "command clang-22"
    libclang-rt-22-dev "sanitizer"
    g++                "command g++"
    pkg-config         "command pkg-config"
    meson              "command meson"
    ninja-build        "command ninja"
    libgmp-dev         "header gmpxx.h"
    libcadical-dev     "header cadical.hpp"
    libsymfpu-dev      "header symfpu/core/packing.h"
    # They judge exported models in tests.
    z3                 "command z3"
    berkeley-abc       "command berkeley-abc"
    # BenchExec, for the test of our tool-info module.
    python3-venv       "python-module venv"
    # 32-bit C library and libgcc, for -m32. (gcc-multilib has them too, but throws
    # cross compilers out.)
    libc6-dev-i386     "links -m32"
    lib32gcc-12-dev    "links -m32"
)
# What only some tests need is installed if it is named.
for name in "$@"; do
    packages+=("$name" "command $name")
done

say() { echo "setup: $*"; }
fail() { say "$@" >&2; exit 1; }

probe() {
    case $1 in
        command) command -v "$2" > /dev/null ;;
        file) [ -e "$2" ] ;;
        header) echo "#include <$2>" | g++ -x c++ -E - > /dev/null 2>&1 ;;
        sanitizer) echo 'int main(void){return 0;}' |
            clang-22 -x c -fsanitize=undefined -o /dev/null - > /dev/null 2>&1 ;;
        python-module) python3 -c "import $2, ensurepip" > /dev/null 2>&1 ;;
        links) echo 'int main(void){return 0;}' |
            clang-22 "$2" -x c -o /dev/null - > /dev/null 2>&1 ;;
    esac
}

command -v cargo > /dev/null ||
    fail "there is no cargo; install Rust from https://rustup.rs, then call make again"

. /etc/os-release 2> /dev/null || true
if [ "${ID:-} ${VERSION_ID:-} $(uname -m)" = "debian 12 x86_64" ]; then
    missing=()
    for ((i = 0; i < ${#packages[@]}; i += 2)); do
        state=$(dpkg-query --show --showformat '${db:Status-Status}' "${packages[i]}" 2> /dev/null || true)
        [ "$state" = installed ] || missing+=("${packages[i]}")
    done
    if [ ${#missing[@]} -gt 0 ]; then
        say "missing Debian packages: ${missing[*]}"
        as_root=()
        if [ "$(id -u)" -ne 0 ]; then
            command -v sudo > /dev/null ||
                fail "neither root nor sudo; have them installed: apt-get install ${missing[*]}"
            as_root=(sudo)
        fi
        install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
            apt-get install --yes --no-remove --no-install-recommends "${missing[@]}")
        # The lists may be absent or too old: then they are fetched, and it is tried again.
        if ! "${install[@]}"; then
            say "that failed; trying again with fresh package lists"
            "${as_root[@]}" apt-get update || say "apt-get update failed"
            "${install[@]}" || fail "apt-get could not install: ${missing[*]}." \
                "(LLVM 22 is in Debian's security archive: is bookworm-security among the sources?)"
        fi
    fi
else
    missing=()
    for ((i = 0; i < ${#packages[@]}; i += 2)); do
        # shellcheck disable=SC2086 # a probe is two words
        probe ${packages[i + 1]} || missing+=("${packages[i]}")
    done
    if [ ${#missing[@]} -gt 0 ]; then
        fail "this is not Debian 12 on amd64, so nothing was installed. Please install what these" \
            "Debian packages hold, then call make again: ${missing[*]}"
    fi
fi
say "system packages: all there"

scripts/build-bitwuzla.sh
scripts/install-benchexec.sh
