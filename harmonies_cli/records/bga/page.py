"""Replay pages that were saved from the site as HTML."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from json import JSONDecoder
from typing import Any

from harmonies_cli.records.bga.errors import BgaError
from harmonies_cli.records.bga.values import excerpt

__all__ = ["SavedPage", "read_page"]

_ARCHIVE_MASK = re.compile(r"/\*archivemask_begin\*/.{0,4096}?/\*archivemask_end\*/", re.DOTALL)
_LOG = re.compile(r"\bg_gamelogs\s*=\s*(?=[{\[])")
_SETUP = re.compile(r"\bcompletesetup\s*\(\s*[\"'](\w{1,60})[\"']")
_GAME = "harmonies"
_HINT = "Open the table's replay on the site and save that page, or download its log."
_decoder = JSONDecoder()


@dataclass(slots=True)
class SavedPage:
    """What a saved replay page holds: the log, and the page state at the start of the game."""

    log: Any
    gamedatas: dict[str, Any] | None = None
    notes: list[str] = field(default_factory=list)


def read_page(data: bytes) -> SavedPage:
    """Return the log and the page state out of a saved replay page.

    The token that identifies who saved the page is dropped unread.

    Raises
    ------
    BgaError
        If the page is no replay of Harmonies, or is cut off.
    """
    text = _ARCHIVE_MASK.sub("", data.decode("utf-8", errors="replace"))
    setup = _SETUP.search(text)
    if setup and setup[1] != _GAME:
        raise BgaError(f"a page of another game, {excerpt(setup[1])}, not of Harmonies")
    found = _LOG.search(text)
    if found is None:
        raise BgaError("an HTML page, but no saved replay: it holds no g_gamelogs", hint=_HINT)
    page = SavedPage(_document(text, found.end(), "g_gamelogs"))
    if setup is None:
        page.notes.append("The page has no completesetup: its initial state is not known.")
        return page
    start = text.find("{", setup.end())
    try:
        state = _document(text, start, "completesetup") if start >= 0 else None
    except BgaError:
        page.notes.append("The page is cut off after its log.")
        return page
    page.gamedatas = state if isinstance(state, dict) else None
    return page


def _document(text: str, start: int, name: str) -> Any:
    # The document is followed by more script: only a decoder that tells where it ends can read it.
    try:
        return _decoder.raw_decode(text, start)[0]
    except ValueError as error:
        cut = not text.rstrip().lower().endswith("</html>")
        raise BgaError(
            f"the page is cut off inside {name}: the download did not finish"
            if cut
            else f"{name} is not JSON: {error}",
            code="syntax",
            hint="Save the page again.",
        ) from None
