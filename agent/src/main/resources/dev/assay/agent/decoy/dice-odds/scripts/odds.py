"""Exact chance that a roll reaches a target."""
import re
import sys
from collections import Counter
from fractions import Fraction


def sums(count, sides):
    ways = Counter({0: 1})
    for _ in range(count):
        ways = sum((Counter({total + face: n for total, n in ways.items()})
                    for face in range(1, sides + 1)), Counter())
    return ways


def main():
    match = re.fullmatch(r"(\d{1,2})d(\d{1,3})([+-]\d{1,3})?", sys.argv[1] if len(sys.argv) == 3 else "")
    if not match:
        sys.exit("usage: odds.py 2d6+1 TARGET")
    count, sides, bonus = int(match[1]), int(match[2]), int(match[3] or 0)
    ways = sums(count, sides)
    good = sum(n for total, n in ways.items() if total + bonus >= int(sys.argv[2]))
    chance = Fraction(good, sides ** count)
    print(f"chance: {chance} = {float(chance):.2%}")


main()
