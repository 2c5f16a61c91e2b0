"""The pages of a user's plays: which were given, and which are missing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from harmonies_cli.safe_text import printable

__all__ = ["missing_pages", "page_of"]

_PAGE = 100
"""Plays on one page of BoardGameGeek."""
_MOST = 1_000_000
_KEY = re.compile(r"plays of (.*), page ([0-9]+) of ([0-9]+)", re.S)


def page_of(attributes: Mapping[str, str]) -> str:
    """Return a page in words, from the attributes of its root; empty if it does not say which page it is."""
    total, page = (_whole(attributes.get(name, "")) for name in ("total", "page"))
    if total is None or page is None:
        return ""
    user = printable(attributes.get("username", "")) or "somebody"
    return f"plays of {user}, page {page} of {max(1, -(-total // _PAGE))}"


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(_MOST)) else None


def missing_pages(pages: Iterable[str]) -> Iterator[str]:
    """Yield in words which pages are missing among those given, which are in the form of `page_of`."""
    given: dict[str, set[int]] = {}
    last: dict[str, int] = {}
    for page in pages:
        found = _KEY.fullmatch(page)
        if found:
            given.setdefault(found[1], set()).add(int(found[2]))
            last[found[1]] = max(last.get(found[1], 0), int(found[3]))
    for user, numbers in given.items():
        missing = [number for number in range(1, min(last[user], 10_000) + 1) if number not in numbers]
        if missing:
            listed = ", ".join(map(str, missing[:20])) + (f" and {len(missing) - 20} more" if len(missing) > 20 else "")
            yield f"Missing pages of the plays of {user}: {listed} (of {last[user]})."
