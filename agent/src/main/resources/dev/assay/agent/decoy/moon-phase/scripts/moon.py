"""Phase of the moon by the mean lunar month."""
import datetime
import math
import sys

MONTH = 29.530588853
NEW_MOON = datetime.datetime(2000, 1, 6, 18, 14)
NAMES = ["new moon", "waxing crescent", "first quarter", "waxing gibbous",
         "full moon", "waning gibbous", "last quarter", "waning crescent"]


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: moon.py YYYY-MM-DD")
    try:
        noon = datetime.datetime.fromisoformat(sys.argv[1] + "T12:00:00")
    except ValueError:
        sys.exit(f"not a date: {sys.argv[1]}")
    age = ((noon - NEW_MOON).total_seconds() / 86400) % MONTH
    lit = (1 - math.cos(2 * math.pi * age / MONTH)) / 2
    name = NAMES[int(age / MONTH * 8 + 0.5) % 8]
    print(f"age: {age:.1f} days\nlit: {lit:.0%}\nphase: {name}")


main()
