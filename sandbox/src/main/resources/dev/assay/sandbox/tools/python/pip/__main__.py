# The base's pip. Without an explicit target it installs into an environment of the skill and the
# session. Admitted packages stay unchanged.
import glob
import os
import re
import subprocess
import sys
import sysconfig

start = {"__name__": "pip"}
with open("/opt/tools/start.py") as text:
    exec(text.read(), start)

ELSEWHERE = re.compile(r"(-t|--target|--prefix|--root|--python)(=|$)|-t.")
WITH_VALUE = {
    *("-f", "--find-links", "-c", "--constraint", "-i", "--index-url", "--extra-index-url"),
    *("--python", "--timeout", "--retries", "--exists-action", "--trusted-host", "--keyring-provider"),
    *("--log", "--cache-dir", "--cert", "--client-cert", "--proxy", "--report", "--src"),
}
PYTHON = "python%d.%d" % sys.version_info[:2]
STARTING = "import os; p = '/opt/tools/start.py'; os.path.isfile(p) and exec(open(p).read(), {'__name__': 'start'})\n"


def base():
    """The words that start the base's pip."""
    prefix = sys.base_prefix
    for folder in (
        prefix + "/lib/python3/dist-packages",
        prefix + "/lib/%s/site-packages" % PYTHON,
        "/usr/local/lib/%s/dist-packages" % PYTHON,
    ):
        if os.path.isdir(folder + "/pip"):
            return [sys._base_executable, "-I", "-m", "pip"]
    for pattern in (
        "/usr/share/python-wheels/pip-*.whl",
        prefix + "/lib/%s/ensurepip/_bundled/pip-*.whl" % PYTHON,
    ):
        for wheel in sorted(glob.glob(pattern), reverse=True):
            return [sys._base_executable, "-I", wheel + "/pip"]
    sys.exit("There is no pip here.")


def named(words):
    """Files with requirements, and packages that are files."""
    before = ""
    for word in words:
        if word.startswith(("--requirement=", "--editable=")):
            yield word.split("=", 1)[1]
        elif word.startswith("-r") and len(word) > 2:
            yield word[2:]
        elif not word.startswith("-") and before not in WITH_VALUE:
            yield word
        before = word


def command(words):
    """What pip is to do."""
    before = ""
    for word in words:
        if not word.startswith("-") and before not in WITH_VALUE:
            return word
        before = word
    return ""


def place(words):
    """The environment of the skill whose files are named, else of the folder's skill."""
    for path in named(words):
        name = os.path.exists(path) and start["skill_of"](path)
        if name:
            return start["EXTRA"] + "/" + name
    return "%s/%s" % (start["EXTRA"], start["here"]() or start["SESSION"])


def admitted(name):
    """One line for each package that stays as it is."""
    from importlib.metadata import distributions

    folders = [start["packages"](start["SHARED"]), start["packages"](start["OWN"] + "/" + name)]
    lines = {}
    for each in distributions(path=folders):
        named, version = each.metadata["Name"], each.version
        if named and re.fullmatch(r"[A-Za-z0-9.!+_-]+", version or ""):
            lines.setdefault(re.sub(r"[-_.]+", "-", named).lower(), "%s==%s\n" % (named, version))
    return sorted(lines.values())


def make(folder):
    """An environment for packages, unless it is there."""
    venv = folder + "/venv"
    site = start["packages"](folder)
    os.makedirs(venv + "/bin", exist_ok=True)
    os.makedirs(site, exist_ok=True)
    for name in ("python3", "python", PYTHON):
        if not os.path.lexists(venv + "/bin/" + name):
            os.symlink(sys._base_executable, venv + "/bin/" + name)
    system = sys.prefix.startswith(start["TOOLS"] + "/")
    with open(venv + "/pyvenv.cfg", "w") as text:
        text.write(
            "home = %s\ninclude-system-site-packages = %s\nversion = %d.%d\n"
            % ((os.path.dirname(sys._base_executable), str(system).lower()) + sys.version_info[:2])
        )
    with open(site + "/zz-start.pth", "w") as text:
        text.write(STARTING)
    with open(folder + "/admitted.txt", "w") as text:
        text.writelines(admitted(os.path.basename(folder)))


def link(folder):
    """Lets the programs of an environment be called by name."""
    links = start["EXTRA"] + "/.bin"
    os.makedirs(links, exist_ok=True)
    for name in os.listdir(folder + "/venv/bin"):
        if not re.match(r"python|pip|activate|\.", name) and not os.path.lexists(links + "/" + name):
            os.symlink(start["TOOLS"] + "/program", links + "/" + name)


def passes_by(words):
    """Whether the base's Python itself was called, which finds no packages of skills, to install some."""
    allowed = "--break-system-packages" in words or "PIP_BREAK_SYSTEM_PACKAGES" in os.environ
    stays = os.path.isfile(sysconfig.get_path("stdlib") + "/EXTERNALLY-MANAGED")
    return stays and not allowed and command(words) == "install"


def main(words):
    folder = place(words)
    python = "%s/venv/bin/%s" % (folder, PYTHON)
    elsewhere = any(ELSEWHERE.match(word) for word in words)
    installs = command(words) == "install"
    if sys.prefix == sys.base_prefix:
        if passes_by(words) and not elsewhere:
            sys.exit(
                "%s finds no packages of skills or of this session. Install with `pip` or"
                " `python3 -m pip`, without a path, and run with `python3`." % sys.executable
            )
        return subprocess.call(base() + words)
    extra = installs and not elsewhere
    if extra:
        try:
            make(folder)
        except OSError as e:
            sys.exit("There is no place for packages here: %s" % e)
        words = [word for word in words if word != "--user"]
        at = words.index("install")
        words[at + 1 : at + 1] = ["-c", folder + "/admitted.txt"]
        os.environ.pop("PIP_USER", None)
    if elsewhere or not os.path.exists(python):
        python = sys.executable
    if "--python" not in words:
        words = ["--python", python] + words
    code = subprocess.call(base() + words)
    if extra and code == 0:
        link(folder)
    blocked = os.environ.get("PIP_RETRIES") == "0" and not os.environ.get("https_proxy")
    asked = "--no-index" not in words and "PIP_INDEX_URL" not in os.environ
    if code and installs and blocked and asked:
        print("Packages from an index are not allowed here, and there is no network.", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
