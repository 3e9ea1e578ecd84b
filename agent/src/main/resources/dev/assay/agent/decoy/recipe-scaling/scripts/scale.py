"""Ingredient amounts for another number of servings."""
import re
import sys
from fractions import Fraction

AMOUNT = re.compile(r"^\s*(\d+\s+\d+/\d+|\d+/\d+|\d+(?:\.\d+)?)\s+(.*)$")


def amount(text):
    return sum(Fraction(part) for part in text.split())


def shown(value):
    value = Fraction(round(value * 8), 8)
    whole, rest = divmod(value, 1)
    return " ".join(filter(None, [str(whole) if whole or not rest else "", str(rest) if rest else ""]))


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: scale.py FILE SERVES WANTED")
    factor = Fraction(sys.argv[3]) / Fraction(sys.argv[2])
    with open(sys.argv[1], encoding="utf-8") as lines:
        for line in lines:
            match = AMOUNT.match(line)
            print(f"{shown(amount(match[1]) * factor)} {match[2]}" if match else line.rstrip("\n"))


main()
