#!/bin/sh
# For pre-commit: checks the skills to which the given files belong. A file belongs to the nearest folder above it that
# holds SKILL.md; files of no skill are passed over.
set -u
assay=${ASSAY:-assay}
skills=$(
  for file in "$@"; do
    folder=$(dirname -- "$file")
    while [ ! -f "$folder/SKILL.md" ] && [ "$folder" != . ] && [ "$folder" != / ]; do
      folder=$(dirname -- "$folder")
    done
    if [ -f "$folder/SKILL.md" ]; then
      printf '%s\n' "$folder"
    fi
  done | sort -u
)
if [ -z "$skills" ]; then
  exit 0
fi
set -f
IFS='
'
# shellcheck disable=SC2086 # one word for each line
exec "$assay" check -- $skills
