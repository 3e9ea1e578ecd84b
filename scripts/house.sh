# Shared by ./assay and ./check: messages, progress, Java 25 and the system packages. Sourced, not run.

# Java and Python read names of files in the character set of the locale; a service often has none.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
  *[Uu][Tt][Ff]*8*) ;;
  *)
    unset LC_ALL
    export LC_CTYPE=C.UTF-8 ;;
esac

say() { printf 'assay: %s\n' "$*" >&2; }

# attend PID WHAT [PHASE]: shows that something happens while our process PID runs: a line that changes on a terminal,
# elsewhere a line every ten seconds. PHASE is a command that prints what is being done.
attend() {
  began=$(date +%s)
  shown=$began
  while kill -0 "$1" 2>/dev/null; do
    now=$(date +%s)
    if [ -t 2 ]; then
      printf '\rassay: %s … %s s  %-45.45s' "$2" $((now - began)) "$(${3:-:})" >&2
    elif [ $((now - shown)) -ge 10 ]; then
      shown=$now
      say "$2 … $((now - began)) s  $(${3:-:})"
    fi
    sleep 0.5
  done
  [ ! -t 2 ] || printf '\r%-79s\r' '' >&2
}

# is_java_25 HOME PROGRAM: whether it is a Java 25 that has this program (java, javac).
is_java_25() {
  [ -n "$1" ] && [ -x "$1/bin/$2" ] && grep -q '^JAVA_VERSION="25[."]' "$1/release" 2>/dev/null
}

on_debian() { [ "$(id -u)" = 0 ] && [ -f /etc/debian_version ] && command -v apt-get >/dev/null 2>&1; }

# Sets $architecture, or ends: there is no helper and no database for any other processor.
find_architecture() {
  machine=$(uname -sm)
  case $machine in
    "Linux x86_64" | "Linux amd64") architecture=amd64 ;;
    "Linux aarch64" | "Linux arm64") architecture=arm64 ;;
    *)
      say "Assay runs on Linux on amd64 (x86_64) and arm64 (aarch64); this machine is $machine. Run it on one of these."
      exit 2 ;;
  esac
}

# look_for_java PROGRAM: sets $jdk to a Java 25 with this program.
look_for_java() {
  for candidate in "${ASSAY_JAVA_HOME:-}" "${JAVA_HOME:-}" /usr/lib/jvm/* /opt/*jdk* /opt/*jre* /opt/java/* \
    "${HOME:-/nonexistent}"/.sdkman/candidates/java/* "${HOME:-/nonexistent}"/.jdks/*; do
    if is_java_25 "$candidate" "$1"; then jdk=$candidate; return 0; fi
  done
  return 1
}

# find_jdk: sets $jdk to what can build and run, or ends with what to install.
find_jdk() { find_java_with javac JDK jdk; }

# find_jre: sets $jdk to what can run what was built elsewhere, or ends with what to install.
find_jre() { find_java_with java JRE jre; }

find_java_with() { # PROGRAM NAME SUFFIX
  jdk=
  if look_for_java "$1"; then return 0; fi
  if on_debian; then
    if ! apt-cache show "openjdk-25-$3-headless" >/dev/null 2>&1; then
      apt-get update -q >/dev/null 2>&1 </dev/null &
      attend $! "looking for a $2 25 (apt-get update)"
    fi
    for package in "temurin-25-$3" "openjdk-25-$3-headless"; do
      if apt-cache show "$package" >/dev/null 2>&1; then
        install_packages "$package" || continue
        if look_for_java "$1"; then return 0; fi
      fi
    done
  fi
  say "no $2 25 found. Looked at ASSAY_JAVA_HOME, JAVA_HOME, /usr/lib/jvm, /opt, ~/.sdkman and ~/.jdks."
  if [ -n "${JAVA_HOME:-}" ]; then
    say "JAVA_HOME=$JAVA_HOME is $(sed -n 's/^JAVA_VERSION=/version /p' "$JAVA_HOME/release" 2>/dev/null || true)"
  fi
  say "Install one (Debian 14, Ubuntu 26.04: apt-get install openjdk-25-$3-headless; elsewhere"
  say "package temurin-25-$3 of the Adoptium repository, or unpack any $2 25) and set JAVA_HOME to it."
  exit 2
}

install_packages() {
  say "installing $* (apt-get)"
  log=$(mktemp)
  { apt-get install -y -q --no-install-recommends "$@" ||
    { apt-get update -q && apt-get install -y -q --no-install-recommends "$@"; }; } >"$log" 2>&1 </dev/null &
  installing=$!
  attend $installing "installing $*"
  if ! wait $installing; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    say "could not install $*"
    return 1
  fi
  rm -f "$log"
}

# has WHAT: a program on the PATH, or "static-libc".
has() {
  case $1 in
    static-libc) [ -f "$(cc -print-file-name=libc.a 2>/dev/null)" ] ;;
    nats-server) command -v nats-server >/dev/null 2>&1 || [ -x /usr/sbin/nats-server ] ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
  esac
}

# need WHAT=PACKAGE…: installs the packages of what is missing when run as root on Debian or Ubuntu,
# saying so; otherwise prints the one line to run and fails.
need() {
  missing=
  for pair in "$@"; do
    if ! has "${pair%%=*}"; then missing="$missing ${pair#*=}"; fi
  done
  if [ -z "$missing" ]; then return 0; fi
  if on_debian; then
    DEBIAN_FRONTEND=noninteractive; export DEBIAN_FRONTEND
    # shellcheck disable=SC2086 # a list of packages
    install_packages $missing
  else
    say "missing:$missing. Install with:  sudo apt-get install -y$missing"
    return 1
  fi
}

# The compiler for the other processor's helper. Nobody has to have it; with it both helpers are built and tested.
want_other_compiler() {
  if ! on_debian; then return 0; fi
  case $architecture in
    amd64) need aarch64-linux-gnu-gcc="gcc-aarch64-linux-gnu libc6-dev-arm64-cross" ;;
    arm64) need x86_64-linux-gnu-gcc="gcc-x86-64-linux-gnu libc6-dev-amd64-cross" ;;
  esac || say "going on without the helper of the other processor"
}

# A browser for the tests of pages. The one without windows does the same with half of the work.
need_browser() {
  if on_debian && need chromium-headless-shell=chromium-headless-shell; then return 0; fi
  if ! has chromium-headless-shell; then need chromium=chromium; fi
}

# find_cache: sets $cache to the folder for archives of classes, or to nothing. Our own folder or none: an archive that
# somebody else wrote would be run.
find_cache() {
  cache=
  if [ -n "${ASSAY_NO_ARCHIVE:-}" ] || [ -z "${ASSAY_CACHE:-}${XDG_CACHE_HOME:-}${HOME:-}" ]; then return 0; fi
  folder=${ASSAY_CACHE:-${XDG_CACHE_HOME:-${HOME:-}/.cache}/assay}
  mkdir -p "$folder" 2>/dev/null || true
  if [ -O "$folder" ] && [ -w "$folder" ]; then cache=$(CDPATH= cd -- "$folder" && pwd); fi
}

# keep_newest NUMBER FILE…: removes all but the newest files, as those of other builds and checkouts may be in use.
keep_newest() {
  number=$1
  shift
  ls -1td -- "$@" 2>/dev/null | tail -n "+$((number + 1))" | while IFS= read -r old; do rm -rf -- "$old"; done
}

# Options of the JVM that runs Maven. The first two silence warnings about Maven's own libraries. Without the optimising
# compiler and with the simpler collector the build with Error Prone takes half as much of a processor, and a twentieth less
# with large pages of memory.
maven_options="--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED -XX:TieredStopAtLevel=1 \
-XX:+UseParallelGC -XX:+UseTransparentHugePages"

# Options of the JVM with which the optimising compiler begins ten times later than it would by itself.
late_compiler="-XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=6000 -XX:Tier4CompileThreshold=150000 \
-XX:Tier4BackEdgeThreshold=400000"
