#!/usr/bin/env python3
"""Prints how many days lie between two dates, for each line of a file."""

import sys
from datetime import date
from pathlib import Path


def main(arguments):
    for line in Path(arguments[0]).read_text(encoding="utf-8").splitlines():
        if line.strip():
            first, second = (date.fromisoformat(word) for word in line.split())
            print(f"{first} to {second}: {(second - first).days} days")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
