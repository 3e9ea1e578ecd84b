import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()

net = sum(int(line.split()[-1]) * int(line.split()[-2]) for line in lines if line.strip())
print("net:", net)
print("tax:", net * 20 // 100)
print("gross:", net + net * 20 // 100)
