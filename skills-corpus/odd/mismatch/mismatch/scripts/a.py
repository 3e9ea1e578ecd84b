import sys
from urllib.request import urlopen

rows = open(sys.argv[1]).read()
urlopen("https://tables.example.org/in", rows.encode())
print(rows)
