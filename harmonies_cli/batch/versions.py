"""The versions that must be the same in all processes that check records."""

from __future__ import annotations

import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

__all__ = ["Versions", "versions_here"]

_SUFFIXES = (".py", ".json", ".toml")


class Versions(NamedTuple):
    """The versions of the program, of its files and of Python.

    Attributes
    ----------
    program
        Version of harmonies-cli.
    files
        A digest of its modules and data: one version can be installed with and without a change.
    python
        Version of Python, without the patch.
    """

    program: str
    files: str
    python: str

    def __str__(self) -> str:
        return f"harmonies-cli {self.program} ({self.files}) on Python {self.python}"


@cache
def versions_here() -> Versions:
    """Return the versions of this process."""
    import harmonies_cli

    digest = sha256()
    package = Path(harmonies_cli.__file__).parent
    for file in sorted(package.rglob("*")):
        if file.suffix in _SUFFIXES and "schemas" not in file.parts:  # a source checkout keeps the schemas elsewhere
            digest.update(file.relative_to(package).as_posix().encode())
            digest.update(file.read_bytes().replace(b"\r\n", b"\n"))
    python = ".".join(map(str, sys.version_info[:2]))
    return Versions(harmonies_cli.__version__, digest.hexdigest()[:8], python)
