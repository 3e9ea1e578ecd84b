import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()

weight = 0
for line in lines:
    if line.strip():
        name, grams = line.split()
        weight += int(grams) * 2
        print(name + ":", int(grams) * 2)
print("weight:", weight)
