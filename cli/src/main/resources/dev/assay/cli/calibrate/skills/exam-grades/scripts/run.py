import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()

passed = 0
for line in lines:
    if line.strip():
        name, points = line.split()
        grade = next(g for g, least in zip("ABCDF", (90, 75, 60, 50, 0)) if int(points) >= least)
        passed += grade != "F"
        print(name + ":", grade)
print("passed:", passed)
