#!/bin/sh
# Starts a server the way servers are started: server.sh JAVA-HOME FOLDER BUILD ARGUMENTS…
# FOLDER holds the jars. Uses the start cache for exactly these jars and this Java, if there is one.
set -eu
scripts=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd -P)
. "$scripts/house.sh"
jdk=$1
jars=$2
build=$3
shift 3
# The optimising compiler takes a third of a start's work. A private server lives too short to gain by it; another server
# lets it begin later.
case " $* " in
  *" --private "*) compiler=-XX:TieredStopAtLevel=1 ;;
  *) compiler=$late_compiler ;;
esac
set -- -Dassay.build="$build" -Dassay.server-script="$scripts/server.sh" -jar "$jars/assay-cli.jar" "$@"
find_cache
if [ -n "$cache" ]; then
  # By name a cache belongs to one content: JDK 25.0.3 runs old code from one that no longer fits without a word
  # (JDK-8377932), later ones ignore it.
  key=$({
    printf '%s\n' "$build" "$jdk"
    cat "$jdk/release"
    stat -c '%n %s %Y' "$jars"/*.jar "$jars"/lib/*.jar
  } | sha256sum | cut -c1-16)
  archive=$cache/serve-$key.aot
  set -- -Dassay.start-cache="$archive" -Dassay.cache-script="$scripts/cache.sh" "$@"
  if [ -f "$archive" ]; then set -- -XX:AOTCache="$archive" -Xlog:cds=off -Xlog:aot=off "$@"; fi
fi
# What it may grow to: a quarter of the memory of the machine or of the container, whichever Java finds smaller, at most 1 GiB.
# Without a limit of its own it would keep what uploads left behind until a quarter of a large machine is full.
case "${ASSAY_HEAP:-}" in
  "") heap='-XX:MaxRAM=4g -XX:MaxRAMPercentage=25' ;;
  *[!0-9mg]* | [!0-9]* | *[mg]?* | *[0-9])
    echo "assay: ASSAY_HEAP is \"$ASSAY_HEAP\"; it has to be a number with m or g behind it, such as 2g" >&2
    exit 2
    ;;
  *) heap=-Xmx$ASSAY_HEAP ;;
esac
# A small heap that grows: the JVM's own first guess is 1/64 of the machine. What requests make while many are under way has
# room among the young; else it would be moved to the old, which are seldom looked at, and the server would grow by a third.
# shellcheck disable=SC2086 # several options
exec "$jdk/bin/java" -XX:+UseSerialGC -Xms128m -Xmn72m -XX:SurvivorRatio=2 -XX:TargetSurvivorRatio=90 $heap $compiler "$@"
