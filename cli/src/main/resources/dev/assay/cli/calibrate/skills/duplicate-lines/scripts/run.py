import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()

kept = [line.strip() for line in lines if line.strip()]
repeated = sorted({line for line in kept if kept.count(line) > 1})
print("duplicates:", len(repeated))
print("distinct:", len(set(kept)))
for line in repeated:
    print(line + ":", kept.count(line))
