#!/usr/bin/env python3
"""Counts the errors and warnings of a log per hour."""

import sys
from collections import Counter
from pathlib import Path


def main(arguments):
    hours = Counter()
    levels = Counter()
    for line in Path(arguments[0]).read_text(encoding="utf-8").splitlines():
        time, level, _ = line.split(" ", 2)
        levels[level] += 1
        if level in LEVELS_THAT_MATTER:  # never defined: this is the bug
            hours[time[:13]] += 1
    print(f"errors: {levels['ERROR']}")
    print(f"warnings: {levels['WARN']}")
    for hour, count in sorted(hours.items()):
        print(f"{hour}: {count}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
