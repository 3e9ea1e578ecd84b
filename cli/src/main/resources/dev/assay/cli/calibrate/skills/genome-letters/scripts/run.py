import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()

for line in lines:
    sequence = line.strip().upper()
    if sequence:
        print("gc percent:", 100 * sum(sequence.count(each) for each in "GC") // len(sequence))
        print("complement:", sequence.translate(str.maketrans("ACGT", "TGCA")))
