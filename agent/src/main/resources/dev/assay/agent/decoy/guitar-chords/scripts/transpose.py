"""Chords in another key."""
import re
import sys

NOTES = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
FLATS = {"Db": "C#", "Eb": "D#", "Gb": "F#", "Ab": "G#", "Bb": "A#"}


def moved(chord, steps):
    match = re.fullmatch(r"([A-G][#b]?)([^/]*)(?:/([A-G][#b]?))?", chord)
    if not match:
        sys.exit(f"not a chord: {chord}")
    root, kind, bass = match.groups()

    def note(name):
        name = FLATS.get(name, name)
        if name not in NOTES:
            sys.exit(f"not a note: {name}")
        return NOTES[(NOTES.index(name) + steps) % 12]

    return note(root) + kind + ("/" + note(bass) if bass else "")


def main():
    if len(sys.argv) < 3 or not re.fullmatch(r"[+-]?\d+", sys.argv[1]):
        sys.exit("usage: transpose.py SEMITONES CHORD...")
    print(" ".join(moved(chord, int(sys.argv[1])) for chord in sys.argv[2:]))


main()
