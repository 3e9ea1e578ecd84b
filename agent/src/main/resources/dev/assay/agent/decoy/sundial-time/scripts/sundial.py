"""How far a sundial is ahead of the clock."""
import datetime
import math
import sys


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: sundial.py YYYY-MM-DD LONGITUDE ZONE")
    try:
        day = datetime.date.fromisoformat(sys.argv[1]).timetuple().tm_yday
        longitude, zone = float(sys.argv[2]), float(sys.argv[3])
    except ValueError as wrong:
        sys.exit(str(wrong))
    angle = 2 * math.pi * (day - 81) / 364
    equation = 9.87 * math.sin(2 * angle) - 7.53 * math.cos(angle) - 1.5 * math.sin(angle)
    ahead = equation + 4 * (longitude - 15 * zone)
    noon = 12 * 60 - ahead
    print(f"ahead: {ahead:+.1f} minutes\nsolar noon: {int(noon // 60):02d}:{int(noon % 60):02d}")


main()
