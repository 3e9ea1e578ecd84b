import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()

signs = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
         (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
for line in lines:
    if line.strip():
        rest, text = int(line), ""
        for value, sign in signs:
            while rest >= value:
                text, rest = text + sign, rest - value
        print(line.strip() + ":", text)
