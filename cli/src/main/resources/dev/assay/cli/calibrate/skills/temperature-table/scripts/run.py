import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()

days = [line.split() for line in lines if line.strip()]
for day, celsius in days:
    print(day + ":", int(celsius) * 9 // 5 + 32)
print("warmest:", max(days, key=lambda each: int(each[1]))[0])
