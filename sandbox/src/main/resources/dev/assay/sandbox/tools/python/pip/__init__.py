# Precedes a pip that a skill declares: its modules can be imported, but the program is the base's. A
# Python of another environment has its own pip.
import os
import re
import sys
from pkgutil import extend_path

OURS = ("/opt/tools/", "/opt/runtime/", "/opt/skills/", "/opt/extra/")


def __getattr__(name):
    if name == "__version__":
        from importlib.metadata import version

        return version("pip")
    raise AttributeError(name)


if sys.prefix.startswith(OURS) or sys.prefix == sys.base_prefix:
    __path__ = extend_path(__path__, __name__)
    program = re.fullmatch(r"pip[0-9.]*", os.path.basename(sys.argv[0] if sys.argv else ""))
    if program and not sys.prefix.startswith(OURS):
        python = "python%d.%d" % sys.version_info[:2]  # the one on the path, which is ours
        os.execvp(python, [python, "-m", "pip"] + sys.argv[1:])
else:
    import importlib

    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    sys.path[:] = [each for each in sys.path if each != folder]
    del sys.modules[__name__]
    importlib.import_module(__name__)
