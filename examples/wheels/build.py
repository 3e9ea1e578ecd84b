#!/usr/bin/env python3
"""Builds the wheel that the example greedy-deps carries: same source, same bytes.

Run it in this folder after a change of tinyslug/tinyslug.py:  python3 build.py
"""

import base64
import hashlib
import zipfile
from pathlib import Path

NAME, VERSION = "tinyslug", "1.0.0"
HERE = Path(__file__).resolve().parent
TARGET = HERE.parent / "skills" / "greedy-deps" / "wheels"


def main():
    info = f"{NAME}-{VERSION}.dist-info"
    files = {
        f"{NAME}.py": (HERE / NAME / f"{NAME}.py").read_bytes(),
        f"{info}/METADATA": (
            f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {VERSION}\n"
            "Summary: Turns titles into names for addresses.\nLicense: Apache-2.0\n"
        ).encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: build.py\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = ""
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    TARGET.mkdir(exist_ok=True)
    wheel = TARGET / f"{NAME}-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, (2026, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    print(wheel)


if __name__ == "__main__":
    main()
