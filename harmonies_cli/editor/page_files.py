"""The files of the page, and the headers of every answer."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

__all__ = ["HEADERS", "page_files"]

_TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


@cache
def page_files() -> dict[str, tuple[str, bytes]]:
    """Return type and content of each file of the page by name; the server serves no other file."""
    found = {}
    for file in (files("harmonies_cli.report") / "page.css", *(files("harmonies_cli.editor") / "page").iterdir()):
        ending = file.name.rpartition(".")[2]
        if ending in _TYPES:
            name = "report.css" if file.name == "page.css" else "" if file.name == "index.html" else file.name
            found[name] = (f"{_TYPES[ending]}; charset=utf-8", file.read_bytes())
    return found
