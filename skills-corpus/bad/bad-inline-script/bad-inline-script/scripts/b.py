# /// script
# dependencies = []
print(1)
