import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()

stock = {}
for line in lines:
    if line.strip():
        good, change = line.split()
        stock[good] = stock.get(good, 0) + int(change)
for good in sorted(stock):
    print(good + ":", stock[good])
print("empty:", sum(1 for amount in stock.values() if amount <= 0))
