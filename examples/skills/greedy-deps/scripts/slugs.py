#!/usr/bin/env python3
"""Prints a slug for every title. Installs a package nobody declared."""

import subprocess
import sys
from pathlib import Path

PACKAGES = Path.home() / ".local" / "share" / "slugs"
WHEELS = Path(__file__).resolve().parent.parent / "wheels"

if not (PACKAGES / "tinyslug.py").exists():
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index"]
    subprocess.run(pip + ["--find-links", WHEELS, "--target", PACKAGES, "tinyslug"], check=True)
sys.path.insert(0, str(PACKAGES))
from tinyslug import slug  # noqa: E402


def main(arguments):
    for title in Path(arguments[0]).read_text(encoding="utf-8").splitlines():
        if title.strip():
            print(f"{title.strip()} -> {slug(title)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
