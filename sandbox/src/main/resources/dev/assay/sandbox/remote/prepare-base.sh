# What sandboxes of Assay need at a provider; read by the shell of the sandbox's usual user.
set -eu
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  else
    sudo -n "$@"
  fi
}
missing=
for program in bash python3 bwrap slirp4netns find tar; do
  command -v "$program" >/dev/null 2>&1 || missing="$missing $program"
done
if [ -n "$missing" ]; then
  if ! command -v apt-get >/dev/null 2>&1; then
    echo "it lacks$missing, and there is no apt-get to install them with"
    exit 3
  fi
  as_root apt-get update -q
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
    bash bubblewrap findutils python3 slirp4netns tar
fi
for folder in /workspace /assay; do
  if ! [ -d "$folder" ] || ! [ -w "$folder" ]; then
    as_root mkdir -p "$folder"
    as_root chown "$(id -u):$(id -g)" "$folder"
  fi
done
echo assay-base-is-ready
