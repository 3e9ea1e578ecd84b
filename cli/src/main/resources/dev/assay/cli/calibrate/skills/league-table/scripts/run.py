import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()

points = {}
for line in lines:
    if line.strip():
        home, goals, other, away = line.split()
        a, b = int(goals), int(other)
        points[home] = points.get(home, 0) + (3 if a > b else 1 if a == b else 0)
        points[away] = points.get(away, 0) + (3 if b > a else 1 if a == b else 0)
for team in sorted(points, key=lambda each: (-points[each], each)):
    print(team + ":", points[team])
print("leader:", sorted(points, key=lambda each: (-points[each], each))[0])
