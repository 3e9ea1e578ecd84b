# Before a pip that a skill declares: its modules can be imported, its program is the base's.
from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)


def __getattr__(name):
    if name == "__version__":
        from importlib.metadata import version

        return version("pip")
    raise AttributeError(name)
