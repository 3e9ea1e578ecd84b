"""WCAG contrast ratio of two colours."""
import re
import sys


def luminance(colour):
    match = re.fullmatch(r"#?([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})", colour)
    if not match:
        sys.exit(f"not a colour like #1a2b3c: {colour}")
    parts = [int(part, 16) / 255 for part in match.groups()]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: contrast.py TEXT BACKGROUND")
    light, dark = sorted((luminance(c) for c in sys.argv[1:]), reverse=True)
    ratio = (light + 0.05) / (dark + 0.05)
    print(f"ratio: {ratio:.2f}\nAA: {'pass' if ratio >= 4.5 else 'fail'}\nAAA: {'pass' if ratio >= 7 else 'fail'}")


main()
