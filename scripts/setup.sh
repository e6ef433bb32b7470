#!/usr/bin/env bash
# Installs what building and testing need, from Debian's packages (Debian 12 or an
# Ubuntu that has LLVM 22). Does nothing, fast, when all of it is there.
#
#   scripts/setup.sh          compiler, build tools, MLIR 22, oneDNN, GoogleTest, lit
#   scripts/setup.sh --dev    clang-format-22 too
set -euo pipefail

packages=(
  g++ cmake ninja-build ccache                  # building
  libmlir-22-dev mlir-22-tools llvm-22-dev      # the compiler's base
  llvm-22-tools                                 # lit, FileCheck, not, count, split-file
  libdnnl-dev                                   # matrix products of the runtime
  libgtest-dev libgmock-dev                     # unit tests
  python3                                       # test helpers, standard library only
)
[ "${1:-}" = --dev ] && packages+=(clang-format-22)

if ! command -v apt-get >/dev/null; then
  echo "setup.sh: no apt-get here; install these or their like by other means: ${packages[*]}" >&2
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

sudo=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "setup.sh: not root and no sudo; ask for these packages: ${missing[*]}" >&2
    exit 1
  fi
  sudo=(sudo)
fi
echo "setup.sh: installing ${missing[*]}"
options=(-y -q -o Acquire::Retries=3 -o DPkg::Lock::Timeout=600)
"${sudo[@]}" apt-get "${options[@]}" update </dev/null
"${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get "${options[@]}" install --no-install-recommends "${missing[@]}" </dev/null
