# Shared by ./assay and ./check: finds a JDK 25 and the system packages. Sourced, not run.

say() { printf 'assay: %s\n' "$*" >&2; }

is_jdk_25() {
  [ -n "$1" ] && [ -x "$1/bin/javac" ] && grep -q '^JAVA_VERSION="25[."]' "$1/release" 2>/dev/null
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

# Sets $jdk, or ends with what to install.
find_jdk() {
  jdk=
  for candidate in "${ASSAY_JAVA_HOME:-}" "${JAVA_HOME:-}" /usr/lib/jvm/* /opt/*jdk* /opt/java/* \
    "${HOME:-/nonexistent}"/.sdkman/candidates/java/* "${HOME:-/nonexistent}"/.jdks/*; do
    if is_jdk_25 "$candidate"; then jdk=$candidate; return; fi
  done
  if on_debian; then
    apt-cache show openjdk-25-jdk-headless >/dev/null 2>&1 || apt-get update -q >/dev/null 2>&1 </dev/null || true
    for package in temurin-25-jdk openjdk-25-jdk-headless; do
      if apt-cache show "$package" >/dev/null 2>&1; then
        install_packages "$package" || continue
        for candidate in /usr/lib/jvm/*; do
          if is_jdk_25 "$candidate"; then jdk=$candidate; return; fi
        done
      fi
    done
  fi
  say "no JDK 25 found. Looked at ASSAY_JAVA_HOME, JAVA_HOME, /usr/lib/jvm, /opt, ~/.sdkman and ~/.jdks."
  if [ -n "${JAVA_HOME:-}" ]; then
    say "JAVA_HOME=$JAVA_HOME is $(sed -n 's/^JAVA_VERSION=/version /p' "$JAVA_HOME/release" 2>/dev/null || true)"
  fi
  say "Install one (Debian 14, Ubuntu 26.04: apt-get install openjdk-25-jdk-headless; elsewhere"
  say "package temurin-25-jdk of the Adoptium repository, or unpack any JDK 25) and set JAVA_HOME to it."
  exit 2
}

install_packages() {
  say "installing $* (apt-get)"
  log=$(mktemp)
  if ! { apt-get install -y -q --no-install-recommends "$@" ||
    { apt-get update -q && apt-get install -y -q --no-install-recommends "$@"; }; } >"$log" 2>&1 </dev/null; then
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

# Options of the JVM that runs Maven; they silence warnings about Maven's own libraries.
maven_options="--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED"
