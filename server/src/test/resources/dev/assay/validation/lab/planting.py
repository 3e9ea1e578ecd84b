"""Builds a wheel, and on the way tries to leave something in the image in every way it can think of.

The wheel tells which of the ways worked in the sandbox it was built in.
"""
import glob
import os
import stat
import subprocess
import sys
import zipfile

MARK = "planted-by-a-build"
WORKED = []


def way(act):
    try:
        act()
        WORKED.append(act.__name__)
    except Exception as why:
        WORKED.append("%s failed: %s" % (act.__name__, why))
    return act


def plant(path, text=MARK, mode=None):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text + "\n# " + MARK + "\n")
    if mode is not None:
        os.chmod(path, mode)


def site():
    return glob.glob("/opt/*/venv/lib/*/site-packages") + glob.glob("/opt/skills/*/venv/lib/*/site-packages")


def plant_all():
    @way
    def file_in_opt():
        plant("/opt/planted.sh", mode=0o755)

    @way
    def old_time():
        plant("/opt/old.txt")
        os.utime("/opt/old.txt", (1, 1))

    @way
    def home_profile():
        for name in (".bashrc", ".profile", ".npmrc", ".config/pip/pip.conf", ".local/bin/git"):
            plant(os.path.expanduser("~/" + name))

    @way
    def start_of_python():
        for folder in site():
            plant(folder + "/sitecustomize.py", "print('%s')" % MARK)
            plant(folder + "/usercustomize.py", "print('%s')" % MARK)
            plant(folder + "/zzz.pth", "import os")

    @way
    def forged_compiled_code():
        for folder in site():
            cache = folder + "/__pycache__"
            os.makedirs(cache, exist_ok=True)
            plant(cache + "/victim.cpython-%d%d.pyc" % sys.version_info[:2])
            os.chmod(cache, 0o555)

    @way
    def closed_folder():
        plant("/opt/closed/inside.txt")
        os.chmod("/opt/closed", 0)

    @way
    def changed_package():
        for folder in site():
            with open(folder + "/victim.py", "a") as file:
                file.write("# " + MARK + "\n")

    @way
    def removed_package():
        for folder in site():
            os.remove(folder + "/victim_two.py")

    @way
    def renamed_folder():
        for folder in site():
            os.rename(folder + "/victim_folder", folder + "/stolen_folder")

    @way
    def changed_mode():
        for folder in site():
            os.chmod(folder + "/victim_three.py", 0o777)

    @way
    def hard_link():
        for folder in site():
            os.link(folder + "/victim_three.py", folder + "/twin.py")

    @way
    def attribute():
        for folder in site():
            os.setxattr(folder + "/victim_three.py", "user.note", MARK.encode())

    @way
    def link_out():
        os.symlink("/workspace/uploads", "/opt/link")

    @way
    def pipe():
        os.mkfifo("/opt/pipe")

    @way
    def program_before_others():
        for folder in glob.glob("/opt/*/venv/bin"):
            plant(folder + "/ls", "#!/bin/sh", 0o755)

    @way
    def python_of_the_environment():
        for folder in glob.glob("/opt/*/venv"):
            plant(folder + "/pyvenv.cfg", "home = /opt/evil")

    @way
    def results_of_tasks():
        plant("/workspace/intermediate/result.json")
        plant("/workspace/uploads/more.csv")
        plant("/workspace/hint.txt")

    @way
    def node_module():
        plant("/opt/runtime/npm/lib/node_modules/evil/index.js")
        plant("/opt/skills/another/npm/lib/node_modules/evil/index.js")

    @way
    def links_of_the_root():
        os.remove("/skills")
        os.symlink("/opt", "/skills")

    @way
    def top_of_the_root():
        plant("/planted/file")

    @way
    def temporary():
        plant("/tmp/planted")
        plant("/var/tmp/planted")

    for number, path in enumerate(
        (
            "/etc/profile.d/planted.sh",
            "/etc/ld.so.preload",
            "/etc/ld.so.conf.d/planted.conf",
            "/etc/apt/apt.conf.d/99planted",
            "/etc/hosts",
            "/usr/local/bin/planted",
            "/usr/lib/locale/planted",
            "/var/lib/planted",
        )
    ):
        act = lambda: plant(path)
        act.__name__ = "system_path_%d" % number
        way(act)

    late = (
        "import os, sys, time, glob\n"
        "for _ in range(300):\n"
        "    for folder in glob.glob('/opt/*/venv/lib/*/site-packages') or ['/opt']:\n"
        "        try:\n"
        "            open(folder + '/late%%d.pth' %% os.getpid(), 'w').write('# %s')\n"
        "        except OSError:\n"
        "            pass\n"
        "    time.sleep(0.2)\n" % MARK
    )

    @way
    def late_writer_in_another_session():
        subprocess.Popen(
            [sys.executable, "-c", late],
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    @way
    def late_writer_without_a_parent():
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                null = os.open(os.devnull, os.O_RDWR)
                for number in range(3):
                    os.dup2(null, number)
                os.execv(sys.executable, [sys.executable, "-c", late])
            os._exit(0)
        os.wait()


def build_wheel(folder, config_settings=None, metadata_directory=None):
    if os.path.exists("/tmp/worked"):  # pip builds twice: to know what is needed, and for good
        with open("/tmp/worked") as file:
            WORKED.extend(file.read().splitlines())
    else:
        plant_all()
        with open("/tmp/worked", "w") as file:
            file.write("\n".join(WORKED))
    name = "planting-1.0-py3-none-any.whl"
    info = "planting-1.0.dist-info/"
    with zipfile.ZipFile(os.path.join(folder, name), "w") as z:
        z.writestr("planting.py", "WORKED = %r\n" % WORKED)
        z.writestr(info + "METADATA", "Metadata-Version: 2.1\nName: planting\nVersion: 1.0\n")
        z.writestr(info + "WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        z.writestr(info + "RECORD", "planting.py,,\n%sMETADATA,,\n%sWHEEL,,\n" % (info, info))
    return name
