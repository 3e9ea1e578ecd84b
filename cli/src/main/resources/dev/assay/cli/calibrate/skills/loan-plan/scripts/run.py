import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()

for line in lines:
    if line.strip():
        name, amount, rate = line.split()
        months = -(-int(amount) // int(rate))
        print(name + ": months", months)
        print(name + ": last payment", int(amount) - (months - 1) * int(rate))
