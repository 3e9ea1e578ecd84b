import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()

amounts = [int(line.split()[-1]) for line in lines if line.strip()]
print("total:", sum(amounts))
print("largest:", max(amounts))
