import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()

def shift(sign):
    return chr((ord(sign) - 97 - 3) % 26 + 97) if "a" <= sign <= "z" else sign
print("decoded:", " ".join("".join(shift(sign) for sign in line.strip().lower()) for line in lines if line.strip()))
