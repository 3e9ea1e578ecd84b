#!/usr/bin/env python3
"""Summarizes a CSV table: prints one block per column and writes summary.json."""

import csv
import json
import statistics
import sys
from pathlib import Path

MISSING = {"", "na", "n/a"}


def read(path):
    text = path.read_text(encoding="utf-8-sig")
    try:
        dialect = csv.Sniffer().sniff(text[:4096], delimiters=",;\t")
    except csv.Error:
        dialect = csv.excel
    rows = [row for row in csv.reader(text.splitlines(), dialect) if row]
    if not rows:
        raise ValueError("the file is empty")
    header, body = rows[0], rows[1:]
    for number, row in enumerate(body, start=2):
        if len(row) != len(header):
            raise ValueError(f"line {number} has {len(row)} cells, the header has {len(header)}")
    return header, body


def number(cell):
    try:
        return float(cell)
    except ValueError:
        return None


def shown(value):
    return f"{round(value, 4):g}"


def summary(name, cells):
    present = [cell.strip() for cell in cells if cell.strip().lower() not in MISSING]
    numbers = [number(cell) for cell in present]
    result = {"column": name, "missing": len(cells) - len(present)}
    if numbers and None not in numbers:
        result |= {
            "min": shown(min(numbers)),
            "max": shown(max(numbers)),
            "mean": shown(statistics.fmean(numbers)),
            "median": shown(statistics.median(numbers)),
            "sum": shown(sum(numbers)),
        }
    else:
        result["different"] = len(set(present))
    return result


def main(arguments):
    if len(arguments) != 1:
        print("usage: summarize.py <input.csv>", file=sys.stderr)
        return 2
    path = Path(arguments[0])
    try:
        header, body = read(path)
    except (OSError, UnicodeDecodeError, ValueError) as problem:
        print(f"{path}: {problem}", file=sys.stderr)
        return 2
    columns = [summary(name, [row[i] for row in body]) for i, name in enumerate(header)]
    print(f"rows: {len(body)}")
    for column in columns:
        print()
        for key, value in column.items():
            print(f"{key}: {value}")
    result = {"file": path.name, "rows": len(body), "columns": columns}
    Path("summary.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
