# Runs at every start of a Python of an environment (zz-start.pth): puts the packages of the skill
# that it works for on the search path. Carried ones come first, then those that all skills share,
# then what was installed at work.
import os
import re
import site
import sys

TOOLS = "/opt/tools"
SHARED = "/opt/runtime"
OWN = "/opt/skills"
EXTRA = "/opt/extra"
SKILLS = "/workspace/skills"
WORK = "/workspace/intermediate"
SESSION = ".session"  # what was installed where no skill is


def packages(place):
    return "%s/venv/lib/python%d.%d/site-packages" % ((place,) + sys.version_info[:2])


def is_name(text):
    return re.fullmatch(r"[^\W_][\w-]*", text) is not None


def skill_above(path):
    """The skill whose folder a path lies in, or None."""
    for root in (OWN, EXTRA, SKILLS, WORK):
        if path.startswith(root + "/"):
            name = path[len(root) + 1 :].split("/")[0]
            if is_name(name) and (root != WORK or os.path.isdir(SKILLS + "/" + name)):
                return name
    while path not in ("", "/"):
        if os.path.isfile(path + "/SKILL.md") and is_name(os.path.basename(path)):
            return os.path.basename(path)
        path = os.path.dirname(path)
    return None


def skill_of(path):
    return skill_above(os.path.realpath(path)) or skill_above(os.path.abspath(path))


def script(words):
    """What Python is to run, if that is a file or a folder."""
    words = iter(words[1:])
    for word in words:
        if word == "--":
            return next(words, None)
        if word == "-" or not word.startswith("-"):
            return None if word == "-" else word
        if word == "--check-hash-based-pycs":
            next(words, None)
        elif not word.startswith("--"):
            for at, letter in enumerate(word[1:], 2):
                if letter in "cm":
                    return None
                if letter in "WX":
                    if at == len(word):
                        next(words, None)
                    break
    return None


def command():
    words = getattr(sys, "orig_argv", None)
    if words is None:
        with open("/proc/self/cmdline", "rb") as file:
            words = [os.fsdecode(word) for word in file.read().split(b"\0")[:-1]]
    return words


def here():
    try:
        return skill_of(os.getcwd())
    except OSError:  # the folder is gone
        return None


def find_skill():
    """By the environment that Python was started from, the script it is given, or the folder."""
    for root in (OWN, EXTRA):
        if sys.prefix.startswith(root + "/"):
            name = sys.prefix[len(root) + 1 :].split("/")[0]
            return name if is_name(name) else None
    path = script(command())
    return (path and skill_of(path)) or here()


def extend():
    if hasattr(sys, "_start"):
        return
    sys._start = True
    current = packages(os.path.dirname(sys.prefix))
    if current not in sys.path:
        return
    at = sys.path.index(current)
    rest = sys.path[at:]
    del sys.path[at:]
    sys.path.append(TOOLS + "/python")
    places = []
    if os.path.isdir(OWN) or os.path.isdir(EXTRA):
        name = find_skill()
        places = [SHARED, "%s/%s" % (EXTRA, name or SESSION)]
        if name:
            places.insert(0, "%s/%s" % (OWN, name))
    folders = [packages(place) for place in places]
    first = folders.index(current) if current in folders else len(folders) - 1
    for folder in folders[:first]:
        if os.path.isdir(folder):
            site.addsitedir(folder)
    sys.path.extend(rest)
    for folder in folders[first:]:
        if folder != current and os.path.isdir(folder):
            site.addsitedir(folder)


if __name__ == "start":
    extend()
