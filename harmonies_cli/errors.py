"""The exceptions that the package raises on purpose, and how to install the optional parts that a remedy names."""

from __future__ import annotations

__all__ = ["HarmoniesError", "UnknownNameError", "UsageError", "install_command"]


class HarmoniesError(Exception):
    """Base class: an error that one line explains to the user, with its remedy."""


class UsageError(HarmoniesError):
    """The program cannot do what was requested: a missing file, an unwritable output, conflicting options (exit 2)."""


class UnknownNameError(HarmoniesError, KeyError):
    """A token, space or card name that does not exist.

    Parameters
    ----------
    what
        The kind of thing looked up: ``"token"``, ``"card"``, ``"space"``.
    name
        The offending text, as given.
    """

    def __init__(self, what: str, name: object) -> None:
        super().__init__(f"no {what} is called {name!r}")
        self.what = what
        self.name = name

    def __str__(self) -> str:
        return str(self.args[0])


_NAME = "harmonies-cli"


def install_command(extra: str) -> str:
    """Return the command that installs an extra.

    Parameters
    ----------
    extra
        Name of the extra in pyproject.toml.

    Notes
    -----
    ``direct_url.json`` beside the program's metadata names its source (PEP 610); without that file, the source is a
    package index.
    """
    import json
    from importlib.metadata import PackageNotFoundError, distribution

    named = f"{_NAME}[{extra}]"
    try:
        origin = json.loads(distribution(_NAME).read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        origin = {}
    url = origin.get("url")
    if not isinstance(url, str):
        return f"pip install '{named}'"
    if "vcs_info" in origin:
        url = f"{origin['vcs_info']['vcs']}+{url}@{origin['vcs_info']['commit_id']}"
    if origin.get("dir_info", {}).get("editable"):
        return f"pip install -e '{url.removeprefix('file://')}[{extra}]'"
    return f"pip install '{named} @ {url}'"
