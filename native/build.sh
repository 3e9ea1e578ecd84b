#!/bin/sh
# Builds the helper as one static binary per processor into the resources of this module:
#   build.sh OUTPUT-FOLDER [all]
# Always builds for this machine; for the other processor only if its compiler is installed. "all" requires both.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd -P)
output=$1
extent=${2:-own}

fail() { echo "native/build.sh: $*" >&2; exit 1; }

case $(uname -m) in
  x86_64 | amd64) own=amd64 other=arm64 cross=aarch64-linux-gnu-gcc packages="gcc-aarch64-linux-gnu libc6-dev-arm64-cross" ;;
  aarch64 | arm64) own=arm64 other=amd64 cross=x86_64-linux-gnu-gcc packages="gcc-x86-64-linux-gnu libc6-dev-amd64-cross" ;;
  *) fail "no sandbox helper for $(uname -m); x86_64 and aarch64 are known" ;;
esac

links() { # links COMPILER FOLDER: succeeds if the compiler makes static programs
  echo 'int main(void){return 0;}' | "$1" -static -x c -o "$2/.try" - 2>/dev/null && rm -f "$2/.try"
}

build() { # build COMPILER BINARY
  "$1" -std=gnu11 -O2 -Wall -Wextra -Werror -fno-strict-aliasing -fstack-protector-strong -D_FORTIFY_SOURCE=2 \
    -static -s -o "$2.new" "$here"/src/*.c
  mv "$2.new" "$2"
}

# Sets $binary, and succeeds if it exists and is newer than its sources.
current() { # current ARCHITECTURE
  binary=$output/dev/assay/native/linux-$1/assay-helper
  mkdir -p "${binary%/*}"
  [ -x "$binary" ] && [ -z "$(find "$here/src" "$here/build.sh" -newer "$binary")" ]
}

compiler=${CC:-cc}
command -v "$compiler" >/dev/null 2>&1 || fail "no C compiler ($compiler). On Debian: apt-get install gcc libc6-dev"
if ! current $own; then
  links "$compiler" "${binary%/*}" || fail "$compiler cannot link a static program. On Debian: apt-get install libc6-dev"
  build "$compiler" "$binary"
fi

if ! current $other; then
  rm -f "$binary" # a binary of older sources is stale
  if command -v $cross >/dev/null 2>&1 && links $cross "${binary%/*}"; then
    build $cross "$binary"
  elif [ "$extent" = all ]; then
    fail "no compiler ($cross) for the helper on $other. On Debian: apt-get install $packages"
  fi
fi
