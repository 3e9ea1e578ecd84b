import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()

stages = [int(line.split()[-1]) for line in lines if line.strip()]
print("stages:", len(stages))
print("kilometres:", sum(stages))
print("miles:", sum(stages) * 1000 // 1609)
