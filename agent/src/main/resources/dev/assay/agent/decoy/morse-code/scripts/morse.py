"""Morse signals from text and back."""
import sys

LETTERS = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", (
    ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.. "
    "----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----.").split()))


def encode(text):
    return " / ".join(" ".join(LETTERS[c] for c in word) for word in text.upper().split())


def decode(signals):
    letters = {signal: letter for letter, signal in LETTERS.items()}
    return " ".join("".join(letters[s] for s in word.split()) for word in signals.split("/"))


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("encode", "decode"):
        sys.exit("usage: morse.py encode|decode TEXT")
    try:
        print(encode(sys.argv[2]) if sys.argv[1] == "encode" else decode(sys.argv[2]))
    except KeyError as missing:
        sys.exit(f"no Morse signal for {missing}")


main()
