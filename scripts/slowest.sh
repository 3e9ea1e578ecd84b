#!/bin/sh
# slowest.sh MARK [NUMBER]: the slowest test classes among the reports that are newer than the file MARK.
set -eu
cd "$(dirname -- "$(readlink -f -- "$0")")/.."
reports=$(find . -path '*/target/surefire-reports/TEST-*.xml' -newer "$1")
if [ -z "$reports" ]; then exit 0; fi
# shellcheck disable=SC2086 # a list of files whose names are those of classes
sed -n 's/^<testsuite .* name="\([^"]*\)" time="\([^"]*\)".*/\2 \1/p' $reports | tr -d , | sort -rn | awk -v most="${2:-10}" '
  { seconds += $1; if (NR <= most) lines = lines sprintf("%9.1f s  %s\n", $1, $2) }
  END { printf "The slowest of %d test classes (%.0f s in all):\n%s", NR, seconds, lines }'
