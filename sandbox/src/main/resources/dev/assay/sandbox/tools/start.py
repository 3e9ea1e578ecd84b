# Runs at every start of Python in an environment (zz-start.pth): puts the packages of the current
# skill on the search path. Packages that the skill carries come first, then those that all skills
# share, then those installed during the session.
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


def skill_around():
    """The skill of a script that led to this process, such as a shell script."""
    process = os.getppid()
    for _ in range(10):
        try:
            with open("/proc/%d/cmdline" % process, "rb") as file:
                words = [os.fsdecode(word) for word in file.read().split(b"\0")]
            folder = os.readlink("/proc/%d/cwd" % process)
            with open("/proc/%d/stat" % process) as file:
                process = int(file.read().rpartition(")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            return None
        named = next((word for word in words[1:] if not word.startswith("-")), "")
        path = os.path.join(folder, named)
        name = skill_of(path) if named and os.path.isfile(path) else None
        if name:
            return name
    return None


def skill_of_prefix():
    for root in (OWN, EXTRA):
        if sys.prefix.startswith(root + "/"):
            name = sys.prefix[len(root) + 1 :].split("/")[0]
            return name if is_name(name) else None
    return None


def find_skill():
    """By the script, the environment that Python was started from, or the folder."""
    path = script(command())
    return (path and skill_of(path)) or skill_of_prefix() or here() or skill_around()


def start_again(name):
    """Goes on as the Python of the skill's own environment, if it has one."""
    if sys.prefix.startswith(EXTRA + "/"):
        return
    python = "%s/%s/venv/bin/python3" % (OWN, name)
    if not os.path.exists(python):
        if not sys.prefix.startswith(OWN + "/"):
            return
        python = SHARED + "/venv/bin/python3"
        if not os.path.exists(python):
            python = TOOLS + "/venv/bin/python3"
    venv = os.path.dirname(os.path.dirname(python))
    words = command()
    started = os.path.basename(words[0]).startswith("python")
    if sys.prefix != venv and started and os.path.exists(python):
        os.execv(python, [python] + words[1:])


def extend():
    if hasattr(sys, "_start"):
        return
    sys._start = True
    current = packages(os.path.dirname(sys.prefix))
    if current not in sys.path:
        return
    places = []
    if os.path.isdir(OWN) or os.path.isdir(EXTRA):
        name = find_skill()
        places = [SHARED, "%s/%s" % (EXTRA, name or SESSION)]
        if name:
            start_again(name)
            places.insert(0, "%s/%s" % (OWN, name))
    at = sys.path.index(current)
    rest = sys.path[at:]
    del sys.path[at:]
    if TOOLS + "/python" not in sys.path:
        sys.path.append(TOOLS + "/python")
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
