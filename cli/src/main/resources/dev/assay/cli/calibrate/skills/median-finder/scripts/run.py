import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()

values = sorted(int(line) for line in lines if line.strip())
half = len(values) // 2
print("median:", values[half] if len(values) % 2 else (values[half - 1] + values[half]) / 2)
print("smallest:", values[0])
print("biggest:", values[-1])
