#!/bin/sh
# Builds the helper as one static binary into the resources of this module: build.sh OUTPUT-FOLDER
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd -P)
case $(uname -m) in
  x86_64 | amd64) arch=amd64 ;;
  aarch64 | arm64) arch=arm64 ;;
  *) echo "native/build.sh: no sandbox helper for $(uname -m); x86_64 and aarch64 are known" >&2; exit 1 ;;
esac
folder=$1/dev/assay/native/linux-$arch
binary=$folder/assay-helper
compiler=${CC:-cc}

if ! command -v "$compiler" >/dev/null 2>&1; then
  echo "native/build.sh: no C compiler ($compiler). On Debian: apt-get install gcc libc6-dev" >&2
  exit 1
fi
mkdir -p "$folder"
if [ -x "$binary" ] && [ -z "$(find "$here/src" "$here/build.sh" -newer "$binary")" ]; then exit 0; fi
if ! echo 'int main(void){return 0;}' | "$compiler" -static -x c -o "$folder/.try" - 2>/dev/null; then
  echo "native/build.sh: $compiler cannot link a static program. On Debian: apt-get install libc6-dev" >&2
  exit 1
fi
rm -f "$folder/.try"
"$compiler" -std=gnu11 -O2 -Wall -Wextra -Werror -fno-strict-aliasing -fstack-protector-strong -D_FORTIFY_SOURCE=2 \
  -static -s -o "$binary.new" "$here"/src/*.c
mv "$binary.new" "$binary"
