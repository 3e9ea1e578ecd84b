import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()

bad = 0
for line in lines:
    if line.strip():
        depth, fine = 0, True
        for sign in line:
            depth += (sign == "(") - (sign == ")")
            fine = fine and depth >= 0
        fine = fine and depth == 0
        bad += not fine
        print(line.strip(), "balanced" if fine else "unbalanced")
print("bad:", bad)
