"""Makes a virtual environment that borrows the pip of the system.

Unpacking and compiling a pip for every environment takes seconds; the system's is there and compiled.
Where the system has none, the environment gets one of its own.
"""
import os
import sys
import venv

RUN = """import os
import sys

os.execv(
    sys._base_executable,
    [sys._base_executable, "-I", "-m", "pip", "--python", sys.executable, *sys.argv[1:]],
)
"""


def write(path, text, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, mode)


folder = sys.argv[1]
try:
    import pip
except ImportError:
    pip = None
venv.create(folder, symlinks=True, with_pip=pip is None)
if pip:
    version = "python%d.%d" % sys.version_info[:2]
    package = os.path.join(folder, "lib", version, "site-packages", "pip")
    write(os.path.join(package, "__init__.py"), "")
    write(os.path.join(package, "__main__.py"), RUN)
    for name in ("pip", "pip3"):
        start = '#!/bin/sh\nexec "%s/bin/python" -m pip "$@"\n' % folder
        write(os.path.join(folder, "bin", name), start, 0o755)
