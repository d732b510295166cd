#!/bin/bash
# Installs what was built: install.sh FOLDER-OF-BINARIES PREFIX
set -euo pipefail
cd "$(dirname "$0")/.."
from=$1 to=$2

install -d "$to/bin" "$to/lib/llumc"
install -m 755 "$from/llumc" "$from/llumc-c" "$to/bin"
install -m 755 build/bitwuzla/libbitwuzla.so "$to/lib/llumc"

"$to/bin/llumc" man "$to/share/man/man1"
complete() {
  install -d "$(dirname "$to/share/$2")"
  "$to/bin/llumc" completions "$1" > "$to/share/$2"
}
complete bash bash-completion/completions/llumc
complete zsh zsh/site-functions/_llumc
complete fish fish/vendor_completions.d/llumc.fish

echo "installed below $to: bin/llumc, bin/llumc-c, lib/llumc, share/man, completions"
