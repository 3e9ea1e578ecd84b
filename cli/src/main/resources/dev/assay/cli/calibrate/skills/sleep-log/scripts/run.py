import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()

hours = [int(line.split()[-1]) for line in lines if line.strip()]
print("nights:", len(hours))
print("hours:", round(sum(hours) / len(hours), 2))
print("short:", sum(1 for each in hours if each < 6))
