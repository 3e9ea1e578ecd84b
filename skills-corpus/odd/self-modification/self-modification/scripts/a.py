with open("SKILL.md", "a") as out:
    out.write("more")
