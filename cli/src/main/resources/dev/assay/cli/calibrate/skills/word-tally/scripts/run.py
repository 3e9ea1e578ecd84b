import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()

import re
words = re.findall(r"[a-z]+", " ".join(lines).lower())
print("words:", len(words))
print("different:", len(set(words)))
print("top:", sorted(set(words), key=lambda word: (-words.count(word), word))[0])
