#!/bin/sh
# lint-openapi.sh FILE: the public linter's view of our OpenAPI document. The linter comes from npm once and stays under
# target; a document that was clean is not looked at again.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd -P)
file=$1
tools="$here/../target/redocly-2.73.0"
linter="$tools/node_modules/.bin/redocly"
if ! [ -f "$file" ]; then
  echo "openapi: not linted, because no test wrote $file"
  exit 0
fi
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  echo "openapi: not linted, because node or npm is missing"
  exit 0
fi
sum=$(cat "$file" "$here/redocly.yaml" | sha256sum | cut -d' ' -f1)
if [ "$(cat "$tools/clean" 2>/dev/null)" = "$sum" ]; then
  echo "openapi: clean, as before"
  exit 0
fi
if ! [ -x "$linter" ]; then
  mkdir -p "$tools"
  if ! npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$tools" @redocly/cli@2.73.0 >"$tools/npm.log" 2>&1; then
    echo "openapi: not linted, because npm could not install @redocly/cli ($tools/npm.log)"
    exit 0
  fi
fi
export REDOCLY_TELEMETRY=off
if "$linter" lint "$file" --config "$here/redocly.yaml" --format=json >"$tools/lint.json" 2>"$tools/lint.log" &&
  grep -q '"errors": *0' "$tools/lint.json" && grep -q '"warnings": *0' "$tools/lint.json"; then
  echo "$sum" >"$tools/clean"
  echo "openapi: clean"
else
  cat "$tools/lint.json" "$tools/lint.log" >&2
  echo "openapi: @redocly/cli found problems" >&2
  exit 1
fi
