import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()

for line in lines:
    if line.strip():
        book, pages, daily = line.split()
        days = -(-int(pages) // int(daily))
        print(book + ": days", days)
        print(book + ": last day", int(pages) - (days - 1) * int(daily))
