"""The envelopes around a list of packets, a page state or a capture; all of them are taken off here."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from json import JSONDecoder
from typing import Any

import msgspec

from harmonies_cli.records.bga.bga_error import BgaError
from harmonies_cli.records.bga.values import as_list, as_map, excerpt, identity, integer

__all__ = ["Content", "SavedPage", "open_envelope", "read_page"]

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


_NOT_BGA = "not a file of Board Game Arena that is known here"
_EXPECTED = "Expected a replay log, a saved replay page, a page state (gamedatas) or a harmonies-bot snapshot."


@dataclass(slots=True)
class Content:
    """What a file holds, without its envelope.

    Attributes
    ----------
    packets
        The list of packets of a log, or None.
    gamedatas
        The page state: beside packets the one at the start of the game.
    snapshot
        A capture in the shape of the harmonies-bot project.
    pointer
        JSON pointer of the packets, the page state or the snapshot in the file.
    names
        Names of players by id, as far as the envelope gives them.
    notes
        What the reader should be told.
    """

    packets: list[Any] | None = None
    gamedatas: dict[str, Any] | None = None
    snapshot: dict[str, Any] | None = None
    pointer: str = ""
    names: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def open_envelope(data: bytes) -> Content:
    """Decode a file and take off its envelope.

    Raises
    ------
    BgaError
        If it is cut off, malformed, an error answer of the site or nothing known.
    """
    text = data[3:] if data.startswith(b"\xef\xbb\xbf") else data
    if text[:4096].lstrip().startswith(b"<"):
        page = read_page(text)
        content = _opened(page.log, "", Content(gamedatas=page.gamedatas, notes=page.notes))
        _add_names(content, (page.gamedatas or {}).get("players"))
        return content
    return _opened(_decoded(text), "", Content())


def _decoded(text: bytes) -> Any:
    if not text.strip():
        raise BgaError("the file is empty", code="syntax", hint="Save it again.")
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        message = str(error)
    if "truncated" in message:
        raise BgaError(
            f"the file is cut off after {len(text)} bytes: the download did not finish",
            code="syntax",
            hint="Download it again.",
        )
    if "trailing characters" in message:
        raise BgaError(
            f"more than one JSON document in one file: {message}",
            code="syntax",
            hint="Keep one log in a file, or write one log on a line into a .jsonl file.",
        )
    raise BgaError(f"not JSON: {message}", code="syntax", hint="Save the file again, as it comes from the site.")


def _opened(document: Any, pointer: str, content: Content) -> Content:
    if isinstance(document, list):
        content.packets, content.pointer = document, pointer
        return content
    if not isinstance(document, dict):
        raise BgaError(f"{_NOT_BGA}: {excerpt(document)}", pointer=pointer, hint=_EXPECTED)
    if "error" in document and integer(document.get("status", 0)) == 0:
        code = document.get("code")
        raise BgaError(
            f"a BGA error answer, not a log: {excerpt(document['error'], 300)}"
            + (f" (code {excerpt(code)})" if code is not None else ""),
            pointer=pointer,
            hint="Open the table's replay on the site, then download the log again.",
        )
    _add_names(content, document.get("players"))
    if isinstance(document.get("gamedatas"), dict):
        content.gamedatas = document["gamedatas"]
        _add_names(content, document["gamedatas"].get("players"))
    for key in ("packets", "logs", "data", "snapshot"):
        # A capture of the page state alone may list no packets beside it.
        is_inside = document.get(key) or content.gamedatas is None
        if is_inside and isinstance(document.get(key), (dict, list)) and pointer.count("/") < 4:
            return _opened(document[key], f"{pointer}/{key}", content)
    return _opened_state(document, pointer, content)


def _opened_state(document: dict[str, Any], pointer: str, content: Content) -> Content:
    content.pointer = pointer
    if content.gamedatas is not None:
        content.pointer = f"{pointer}/gamedatas"
    elif _players_have(document, "cells"):
        content.snapshot = document
    elif "players" in document:
        content.gamedatas = document
    else:
        raise BgaError(f"{_NOT_BGA}: an object without packets or players", pointer=pointer, hint=_EXPECTED)
    return content


def _players_have(document: dict[str, Any], key: str) -> bool:
    players = document.get("players")
    members = players if isinstance(players, list) else players.values() if isinstance(players, dict) else ()
    return any(isinstance(player, dict) and key in player for player in members)


def _add_names(content: Content, players: object) -> None:
    if not isinstance(players, (dict, list)):
        return
    keys = list(players) if isinstance(players, dict) else [None] * len(players)
    for key, value in zip(keys, as_list(players, "players"), strict=True):
        player = as_map(value, "players")
        who = identity(player.get("id")) or key
        name = player.get("name")
        if who is not None and isinstance(name, str) and name.strip():
            content.names.setdefault(who, name)
