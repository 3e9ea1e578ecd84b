import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()

ballots = [line.strip() for line in lines if line.strip()]
names = sorted(set(ballots), key=lambda name: (-ballots.count(name), name))
for name in names:
    print(name + ":", ballots.count(name))
print("winner:", names[0])
print("lead:", ballots.count(names[0]) - (ballots.count(names[1]) if len(names) > 1 else 0))
