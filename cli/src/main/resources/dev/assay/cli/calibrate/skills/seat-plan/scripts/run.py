import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()

guests = [line.strip() for line in lines if line.strip()]
for index, guest in enumerate(guests):
    print(guest + ": table", index // 4 + 1)
tables = -(-len(guests) // 4)
print("tables:", tables)
print("empty chairs:", tables * 4 - len(guests))
