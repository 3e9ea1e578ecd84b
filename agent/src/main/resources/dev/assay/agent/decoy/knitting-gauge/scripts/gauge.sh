#!/bin/sh
# Stitches and rows for a piece, from a swatch of 10 cm.
if [ $# -ne 4 ]; then
  echo "usage: gauge.sh STITCHES ROWS WIDTH HEIGHT" >&2
  exit 2
fi
awk -v s="$1" -v r="$2" -v w="$3" -v h="$4" 'BEGIN {
  printf "cast on: %d stitches\nknit: %d rows\n", s * w / 10 + 0.5, r * h / 10 + 0.5
}'
