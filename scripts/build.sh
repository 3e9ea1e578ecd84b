# Builds the source tree when its content changed, for ./assay. Sourced after house.sh, with $here and $jdk set.

# inputs WITH-BENCH ACTION…: what is built, for find to do something with.
inputs() {
  exclude="${1:+with }./bench/*"
  shift
  find pom.xml .mvn ./*/pom.xml ./*/src/main native/src native/build.sh -type f ! -path "$exclude" "$@"
}

# content [bench]: the content of what is built, as one word. Time stamps alone do not show what was there before, so they
# only show whether the word of the last time still holds.
content() {
  (
    cd "$here"
    memory=target/content${1:+-$1}
    stamps=$({
      inputs "${1:-}" -printf '%p %s %i %T@ %C@\n' 2>/dev/null
      cat "$jdk/release"
    } | LC_ALL=C sort | sha256sum)
    if [ "$(head -n 1 "$memory" 2>/dev/null)" = "$stamps" ]; then
      tail -n 1 "$memory"
      exit
    fi
    word=$({
      inputs "${1:-}" -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
      cat "$jdk/release"
    } | sha256sum | cut -c1-16)
    if printf '%s\n' "$stamps" "$word" 2>/dev/null >"$memory.$$"; then mv -f "$memory.$$" "$memory"; fi
    echo "$word"
  )
}

# ensure_run FOLDER [bench]: sets $build, and $run to a copy of FOLDER as built from the sources there are now.
# A copy of its own, so that a running server keeps its jars whatever is built next.
ensure_run() {
  while :; do
    build=$(content "${2:-}")
    run=$here/target/run/${2:-}$build
    if [ -d "$run" ]; then return 0; fi
    if [ ! -w "$here" ]; then
      say "not built yet, and $here cannot be written. Run ./assay once as its owner."
      exit 2
    fi
    mkdir -p "$here/target/run"
    exec 9>"$here/target/.lock"
    await_lock
    [ -d "$run" ] || make_run "$1" "${2:-}"
    exec 9>&-
  done
}

await_lock() {
  if flock -n 9; then return 0; fi
  flock 9 &
  attend $! "waiting for another build of $here"
  flock 9
}

# build_phase: what Maven is doing, from its log.
build_phase() {
  tail -n 400 "$log" 2>/dev/null | awk '
    BEGIN {
      words["compile"] = "compiling"; words["testCompile"] = "compiling"; words["precompile"] = "compiling pages"
      words["exec"] = "building the helper"; words["jar"] = "packaging"; words["copy-dependencies"] = "collecting libraries"
    }
    /^\[INFO\] Building Assay [a-z]/ { module = $0; gsub(/^\[INFO\] Building Assay | [0-9].*/, "", module); what = "" }
    /^\[INFO\] --- / { split($3, goal, ":"); what = words[goal[3]] }
    /Download(ing|ed) from / { what = "fetching libraries" }
    END { printf "%s%s%s", module, (module != "" && what != "" ? ": " : ""), what }'
}

# maven OPTIONS…: builds what is shipped, with its log in $log; tests and checks of the code are for ./check.
maven() {
  need mvn=maven cc=gcc static-libc=libc6-dev || exit 2
  log=$here/target/build.log
  # libraries and tables of an older version would stay
  rm -rf "$here"/cli/target/dist "$here"/bench/target/dist "$here"/server/target/classes/db
  JAVA_HOME=$jdk MAVEN_OPTS="${MAVEN_OPTS:-} $maven_options" \
    mvn -B -Pquick -Dstyle.color=never -f "$here/pom.xml" -Dmaven.test.skip=true -Dspotless.check.skip=true \
    -Djacoco.skip=true "$@" package >"$log" 2>&1 </dev/null &
  pid=$!
  # what runs in the background of a shell does not see Ctrl-C
  trap 'kill "$pid" 2>/dev/null || true; wait "$pid" || true; say "the build was stopped"; exit 130' INT TERM HUP
  [ -t 2 ] || say "building …"
  attend $pid building build_phase
  if ! wait $pid; then
    grep '^\[ERROR\]' "$log" | head -n 20 >&2 || tail -n 20 "$log" >&2
    say "the build failed; all of it is in $log"
    exit 1
  fi
  trap - INT TERM HUP
}

make_run() { # FOLDER [MODULE]
  maven ${2:+"-P$2"}
  if [ "$(content "$2")" != "$build" ]; then
    say "the sources changed during the build; building again"
    return 0
  fi
  trap 'rm -rf "$run.new"; exit 130' INT TERM HUP
  # Always the same times: the JVM knows a jar by its size and time, and a cache must fit the same content built again.
  if ! { rm -rf "$run.new" && cp -R "$here/$1" "$run.new" &&
    find "$run.new" -type f -exec touch -d 2026-01-01T00:00:00Z {} + && mv "$run.new" "$run"; }; then
    rm -rf "$run.new"
    say "what was built could not be copied to $run (see above); is the disk full?"
    exit 1
  fi
  trap - INT TERM HUP
  forget_builds
}

# Older builds go, but not the last two others and not one that a process was started from.
forget_builds() {
  ls -1t "$here/target/run" | tail -n +4 | while IFS= read -r old; do
    if ! grep -qsF -- "/target/run/$old/" /proc/[0-9]*/cmdline; then rm -rf -- "$here/target/run/$old"; fi
  done
}

# bench ARGUMENTS…: runs a benchmark. Its help is a text, so that asking for it builds nothing.
bench() {
  case " $* " in
    "  ") cat "$here/bench/src/main/resources/dev/assay/bench/help.txt" >&2; exit 2 ;;
    *" --help "* | *" -h "*) cat "$here/bench/src/main/resources/dev/assay/bench/help.txt"; exit 0 ;;
  esac
  find_jdk
  ensure_run bench/target/dist bench
  export ASSAY_BENCH_LAUNCHER="$here/assay"
  exec "$jdk/bin/java" -jar "$run/assay-bench.jar" "$@"
}
