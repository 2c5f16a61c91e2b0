"""Logs inside other text: a saved replay page, or a log copied from a console or a script."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from json import JSONDecoder
from typing import Any

from harmonies_cli.records.bga.values import BgaError, excerpt
from harmonies_cli.records.files.browser_saves import CharsetError, decode_page

__all__ = ["SavedPage", "read_page", "read_wrapped"]

_ARCHIVE_MASK = re.compile(r"/\*archivemask_begin\*/.{0,4096}?/\*archivemask_end\*/", re.DOTALL)
_LOG = re.compile(r"\bg_gamelogs\s*=\s*(?=[{\[])")
_SETUP = re.compile(r"\bcompletesetup\s*\(\s*[\"'](\w{1,60})[\"']")
_GAME = "harmonies"
_HINT = "open the table's replay on the site and save that page, or download its log"
_WRAPPED_HINT = "save the log as the site sends it, or the replay page, without changing it"
_decoder = JSONDecoder(strict=False)


@dataclass(slots=True)
class SavedPage:
    """The contents of a saved replay page: the log, and the page state at the start of the game."""

    log: Any
    gamedatas: dict[str, Any] | None = None
    notes: list[str] = field(default_factory=list)


def read_page(data: bytes) -> SavedPage:
    """Return the log and the page state from a saved replay page.

    The token that identifies the person who saved the page is not read.

    Raises
    ------
    BgaError
        If the page is not a replay of Harmonies, or is truncated.
    """
    text = _ARCHIVE_MASK.sub("", _decode(data))
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


def _decode(data: bytes) -> str:
    try:
        return decode_page(data)
    except CharsetError as error:
        raise BgaError(str(error), code="syntax", hint=error.hint, line=error.line, column=error.column) from None


def read_wrapped(data: bytes) -> Any:
    """Return the JSON document in a copied text: quoted, after a console's prefix, or in a script.

    Raises
    ------
    BgaError
        If it is not UTF-8, truncated, or followed by more text.
    """
    text = _decode(data.lstrip()).strip()
    if text[0] in "\"'`":
        quoted = _unquote(text)
        if quoted is not None:
            text = quoted
    found = _LOG.search(text)
    start = found.end() if found else min((at for at in (text.find("{"), text.find("[")) if at >= 0), default=-1)
    if start < 0:
        raise BgaError("a text with parts of a log, but without its JSON", code="syntax", hint=_WRAPPED_HINT)
    try:
        document, end = _decoder.raw_decode(text, start)
    except ValueError as error:
        raise BgaError(
            f"the log in this text is cut off or is not JSON: {error}", code="syntax", hint=_WRAPPED_HINT
        ) from None
    rest = text[end:].strip(" \t\r\n;\"'`)<>")
    if rest:
        raise BgaError(f"there is more text after the log: {excerpt(rest)}", code="syntax", hint=_WRAPPED_HINT)
    return document


def _unquote(text: str) -> str | None:
    """Decode a text quoted as in JSON or in a browser's console; None if it is not one."""
    quote = text[0]
    body = text[1:-1] if text.endswith(quote) else text[1:].removesuffix(";").removesuffix(quote)
    if quote != '"':
        body = body.replace('"', '\\"').replace('\\\\"', '\\\\"').replace(f"\\{quote}", quote)
    try:
        return str(_decoder.decode(f'"{body}"'))
    except ValueError:
        return body


def _document(text: str, start: int, name: str) -> Any:
    # More script follows the document, so the decoder must return the end of the document.
    try:
        return _decoder.raw_decode(text, start)[0]
    except ValueError as error:
        cut = not text.rstrip().lower().endswith("</html>")
        raise BgaError(
            f"the page is cut off inside {name}: the download did not finish"
            if cut
            else f"{name} is not JSON: {error}",
            code="syntax",
            hint="save the page again",
        ) from None
