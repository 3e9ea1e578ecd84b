#!/bin/sh
# The helper's own tests: run.sh OUTPUT-FOLDER (the one build.sh wrote to)
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd -P)
helper=$(echo "$1"/dev/assay/native/linux-*/assay-helper)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${CC:-cc}" -std=gnu11 -O1 -Wall -Wextra -Werror -o "$work/agent_test" "$here/agent_test.c"
"$work/agent_test" "$helper"

fail() { echo "FAILED: $1" >&2; exit 1; }

"$helper" probe "$work" >"$work/probe" || true
for feature in userns overlay veth tun seccomp cgroup; do
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
"$helper" nonsense 2>/dev/null && fail "an unknown mode is refused"
printf '\0\0\0\5nope\0' | "$helper" run x 2>"$work/err" && fail "a wrong spec is refused"
grep -q '^fatal spec' "$work/err" || fail "a wrong spec is named"
echo "helper: all fine"
