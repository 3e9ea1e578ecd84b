#!/bin/sh
# Makes a start cache: cache.sh JAVA-HOME FOLDER ARCHIVE
# A server of its own starts on an empty home, is used a little and stops; what it loaded becomes ARCHIVE. Slow, so it is
# called in the background and yields to everything else. Says nothing; its log is training.log beside ARCHIVE.
set -eu
jdk=$1
jars=$2
archive=$3
cache=$(dirname -- "$archive")
. "$(dirname -- "$0")/house.sh"
needed=700000 # kB for a database, the recording and the cache

exec 9>"$cache/making.lock"
flock -n 9 || exit 0
renice -n 19 -p $$ >/dev/null 2>&1 || true
if command -v ionice >/dev/null 2>&1; then ionice -c 3 -p $$ || true; fi

usable() { # FILE: whether this Java takes it for these jars
  "$jdk/bin/java" -XX:AOTMode=on -XX:AOTCache="$1" -XX:+UseSerialGC -cp "$jars/assay-cli.jar" -version >/dev/null 2>&1
}

find "$cache" -maxdepth 1 -name 'training.*' -type d -mmin +120 -exec rm -rf {} +
if [ -n "$(find "$archive.failed" -mmin -60 2>/dev/null)" ]; then exit 0; fi
if [ -f "$archive" ] && usable "$archive"; then exit 0; fi

training=$(mktemp -d "$cache/training.XXXXXX")
trap 'kill "$pid" 2>/dev/null || true; wait "$pid" || true; rm -rf "$training"; exit 143' INT TERM HUP
pid=
fail() {
  cp "$training/log" "$cache/training.log" 2>/dev/null || true
  rm -rf "$training"
  date -u +%Y-%m-%dT%H:%M:%SZ >"$archive.failed" || true
  exit 1
}

if [ "$(df -Pk "$cache" | awk 'NR == 2 { print $4 }')" -lt $needed ]; then
  echo "$cache has less than $needed kB free" >"$training/log" || true
  fail
fi
env -i PATH="$PATH" HOME="${HOME:-/}" ASSAY_HOME="$training/home" \
  timeout 900 "$jdk/bin/java" -XX:AOTCacheOutput="$training/serve.aot" -XX:+UseSerialGC \
  -jar "$jars/assay-cli.jar" serve --port 0 --train >"$training/log" 2>&1 </dev/null &
pid=$!
wait $pid || fail
usable "$training/serve.aot" || fail
mv "$training/serve.aot" "$archive"
cp "$training/log" "$cache/training.log" || true
rm -rf "$training"
rm -f "$archive.failed"
keep_newest 3 "$cache"/serve-*.aot
