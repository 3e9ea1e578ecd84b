#!/bin/sh
# The helper's own tests: run.sh OUTPUT-FOLDER (the one build.sh wrote to)
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd -P)
case $(uname -m) in aarch64 | arm64) own=arm64 ;; *) own=amd64 ;; esac
helper=$1/dev/assay/native/linux-$own/assay-helper
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${CC:-cc}" -std=gnu11 -O1 -Wall -Wextra -Werror -o "$work/agent_test" "$here/agent_test.c"
"$work/agent_test" "$helper" "$work"

fail() { echo "FAILED: $1" >&2; exit 1; }

# Compares the filter's table of system calls with the headers of each compiler's processor.
for compiler in "${CC:-cc}" aarch64-linux-gnu-gcc x86_64-linux-gnu-gcc; do
  command -v "$compiler" >/dev/null 2>&1 || continue
  case $("$compiler" -dumpmachine) in x86_64-*) column=2 ;; aarch64-*) column=3 ;; *) fail "unknown compiler $compiler" ;; esac
  printf '#include "calls.h"\n#include <sys/syscall.h>\n#define CALL(name, amd64, arm64) @ #name amd64 arm64 __NR_##name\nCALLS(CALL)\n' |
    "$compiler" -E -P -I "$here/../src" - | tr '@' '\n' | sed -n 's/^ "//p' >"$work/calls"
  awk -v column=$column '
    $4 ~ /^[0-9]+$/ ? $column != $4 : $column != "(-1)" && ($2 != $3 || $2 < 424) { print "call", $0; wrong = 1 }
    END { exit wrong || NR < 60 }' "$work/calls" || fail "native/src/calls.h agrees with the headers of $compiler"
done

"$helper" probe "$work" >"$work/probe" || true
for feature in userns overlay veth tun seccomp domains cgroup; do
  grep -Eq "^$feature (ok|no .+)" "$work/probe" || fail "probe says ok or no with a reason for $feature"
done

mkdir -p "$work/tree/a/b"
echo x >"$work/tree/a/b/file"
chmod 000 "$work/tree/a/b"
ln -s / "$work/tree/root"
"$helper" own copy "$work/tree" "$work/copy" || fail "own copy takes closed folders along"
"$helper" own remove "$work/tree" "$work/copy" || fail "own remove"
[ ! -e "$work/tree" ] && [ ! -e "$work/copy" ] && [ -d /usr/bin ] || fail "own remove follows no link"

mkdir -p "$work/low/d" "$work/high/d"
echo 1 >"$work/low/d/one"
echo 2 >"$work/low/two"
echo 3 >"$work/high/d/three"
echo new >"$work/high/two"
"$helper" own merge "$work/high" "$work/low" || fail "own merge"
[ "$(cat "$work/low/two" "$work/low/d/one" "$work/low/d/three" | tr '\n' ' ')" = "new 1 3 " ] || fail "own merge lays one layer over another"
perl -e 'chdir shift; for (1 .. 6000) { mkdir "deeper"; chdir "deeper" or die; open F, ">file" if $_ % 500 == 0 }' "$work/high"
"$helper" own remove "$work/high" || fail "own remove knows no depth"
[ ! -e "$work/high" ] || fail "own remove leaves nothing of a deep tree"

mkdir -p "$work/src/d" "$work/secret"
echo hidden >"$work/secret/file"
truncate -s 1G "$work/src/sparse"
echo one >"$work/src/one"
ln "$work/src/one" "$work/src/d/two"
ln -s ../../secret "$work/src/d/out"
mkfifo "$work/src/pipe"
chmod 2751 "$work/src/d"
touch -d @1000000000 "$work/src/one" "$work/src/d"
"$helper" own copy "$work/src" "$work/dst" || fail "own copy"
[ "$(stat -c %a-%Y "$work/dst/d")" = 2751-1000000000 ] || fail "own copy keeps modes and times"
[ "$work/dst/one" -ef "$work/dst/d/two" ] || fail "own copy keeps hard links"
[ "$(readlink "$work/dst/d/out")" = ../../secret ] && [ -p "$work/dst/pipe" ] || fail "own copy keeps links and pipes as they are"
[ "$(stat -c %s "$work/dst/sparse")" = 1073741824 ] && [ "$(stat -c %b "$work/dst/sparse")" -lt 1000 ] || fail "own copy keeps holes"
[ ! -e "$work/dst.links" ] || fail "own copy leaves nothing beside its copy"
ln -s "$work/secret" "$work/swapped"
"$helper" own copy "$work/swapped" "$work/taken" && [ -L "$work/taken" ] || fail "own copy follows no link, not even the first"
mkdir -p "$work/moving/a"
for i in 1 2 3 4 5 6 7 8 9; do cp "$work/secret/file" "$work/secret/$i" && echo own >"$work/moving/a/$i"; done
ln -s "$work/secret" "$work/moving/b"
cat >"$work/swap.c" <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(int count, char **words) {
  if (count < 2 || chdir(words[1])) return 1;
  alarm(60);
  for (;;) renameat2(AT_FDCWD, "a", AT_FDCWD, "b", RENAME_EXCHANGE);
}
END
"${CC:-cc}" -o "$work/swap" "$work/swap.c"
"$work/swap" "$work/moving" &
swapper=$!
for i in $(seq 60); do
  "$helper" own copy "$work/moving" "$work/moved$i" 2>/dev/null || true
  if grep -rqs hidden "$work/moved$i"; then leaked=1; fi
done
kill "$swapper"
[ -z "${leaked:-}" ] || fail "own copy follows a folder that became a link"
"$helper" nonsense 2>/dev/null && fail "an unknown mode is refused"
printf '\0\0\0\5nope\0' | "$helper" run x 2>"$work/err" && fail "a wrong spec is refused"
grep -q '^fatal spec' "$work/err" || fail "a wrong spec is named"
# Tests commands in a provider's sandbox: their output, their end, and the end of their whole family.
spec() { printf '%s\0' "$@" | base64 -w0; } # spec TIMEOUT LIMIT INPUT FOLDER VARIABLES COMMAND…
[ "$("$helper" command "a1-$$" "$(spec 0 0 n / 1 X=1 sh -c 'echo $X; exit 3')" | cut -d' ' -f1-3)" = "$(printf 'o MQo=\nz e 3')" ] ||
  fail "a command's output and exit code"
[ "$("$helper" command "a2-$$" "$(spec 0 0 n / 0 sh -c 'kill -9 $$')" | cut -d' ' -f1-3)" = "z s 9" ] || fail "a signal is not an exit code"
[ "$("$helper" command "a3-$$" "$(spec 0 0 n / 0 no-such-program)" | cut -d' ' -f1-3)" = "z n 2" ] || fail "a program that is not there"
[ "$("$helper" command "a4-$$" "$(spec 0 0 n / 0 sh -c 'kill -9 $PPID; sleep 4791')" | cut -d' ' -f1-3)" = "z l 9" ] || fail "a killed leader"
"$helper" command "a5-$$" "$(spec 200 0 n / 0 sh -c 'setsid sh -c "setsid sleep 4792 &" & sleep 4792')" | grep -q '^z t ' || fail "a time limit"
"$helper" command "a6-$$" "$(spec 0 10 n / 0 sh -c 'printf 0123456789abcdef')" | grep -q '^z e 0 .* 16 0$' || fail "how long a cut output was"
printf '%s\0' 0 0 f / 0 cat >"$work/words"
{ printf '%08x' "$(wc -c <"$work/words")"; cat "$work/words"; printf 'read me'; } >"$work/order"
[ "$("$helper" command "a7-$$" "@$work/order" | head -n1)" = "o cmVhZCBtZQ==" ] && [ ! -e "$work/order" ] || fail "input from the order's file"
"$helper" command "a8-$$" "$(spec 0 0 n / 0 sh -c 'sleep 4793 & echo left')" | grep -q '^z e 0 .* 1 5 0$' || fail "what is left running is known"
"$helper" kill "a8-$$"
"$helper" command "a9-$$" "$(spec 0 0 n / 0 sleep 4794)" >"$work/log" &
until [ "$("$helper" follow "a9-$$" "$work/log" 0 10; echo $?)" = 0 ]; do sleep 0.01; done
"$helper" kill "a9-$$"
wait $!
"$helper" follow "a9-$$" "$work/log" 0 1000 | grep -q '^z k ' || fail "a killed command says so"
"$helper" follow "a9-$$" "$work/log" 9999 10 || [ $? = 3 ] || fail "nothing follows after the end"
! grep -lz '^479[1-4]$' /proc/[0-9]*/cmdline >/dev/null 2>&1 || fail "a family is killed whole"
echo "helper: all fine"
