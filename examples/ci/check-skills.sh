#!/bin/sh
# Checks the skills of a repository, validates those that are named, and writes reports that build servers read.
#   ASSAY           the command (default: assay)
#   ASSAY_PATH      the folder with skills (default: .)
#   ASSAY_BLOCK     high or medium: fail at such risks of the static scan (default: none)
#   ASSAY_VALIDATE  folders of skills to validate, separated by blanks or lines (default: none)
#   ASSAY_REPORTS   where check.sarif, check.xml and validate-N.xml go (default: assay-reports)
# Exit status: 1 a skill failed, 2 something could not be read, 3 a validation was inconclusive, 4 no server; else 0.
set -u
assay=${ASSAY:-assay}
path=${ASSAY_PATH:-.}
reports=${ASSAY_REPORTS:-assay-reports}
mkdir -p "$reports" || exit 2
set -- check "$path"
case ${ASSAY_BLOCK:-none} in
  none | '') ;;
  *) set -- "$@" --block "$ASSAY_BLOCK" ;;
esac
worst=0
# 1 goes before 2, 4 and 3
keep() {
  case $worst$1 in
    ?0 | 1?) ;;
    0? | ?1) worst=$1 ;;
    3?) worst=$1 ;;
  esac
}
"$assay" "$@" --format sarif >"$reports/check.sarif"
keep $?
"$assay" "$@" --format junit >"$reports/check.xml"
"$assay" "$@"
number=0
for skill in ${ASSAY_VALIDATE:-}; do
  number=$((number + 1))
  "$assay" validate "$skill" --junit "$reports/validate-$number.xml"
  keep $?
done
exit "$worst"
