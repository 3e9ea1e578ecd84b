#!/bin/sh
# Prints how long a text is and which words occur most often.
set -eu
export LC_ALL=C.UTF-8

if [ $# -ne 1 ] || [ ! -r "$1" ] || [ -d "$1" ]; then
  echo "usage: stats.sh <input.txt>, a file that can be read" >&2
  exit 2
fi

words=$(wc -w <"$1" | tr -d ' ')
echo "lines: $(wc -l <"$1" | tr -d ' ')"
echo "words: $words"
echo "characters: $(wc -m <"$1" | tr -d ' ')"
echo "sentences: $(tr '\n' ' ' <"$1" | awk '{ print gsub(/[.!?]+( |$)/, "") }')"
echo "reading time: $(((words + 199) / 200)) min"
echo "most frequent:"
tr '[:upper:]' '[:lower:]' <"$1" | tr -cs '[:alnum:]' '\n' \
  | awk 'NF { n[$0]++ } END { for (w in n) print n[w], w }' \
  | sort -k1,1nr -k2,2 | head -n 5 \
  | awk '{ print "  " $2 ": " $1 }'
