"""How to install the optional parts of the program, from the source of the program itself."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, distribution

__all__ = ["install_command"]

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
