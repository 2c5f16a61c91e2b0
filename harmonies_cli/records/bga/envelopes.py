"""Recognise a file of the site by a few words, and remove the envelope around its packets, page state or capture."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

import msgspec

from harmonies_cli.plurals import count_of
from harmonies_cli.records.bga.saved_page import read_page, read_wrapped
from harmonies_cli.records.bga.values import BgaError, as_list, as_map, excerpt, identity, integer
from harmonies_cli.records.files.browser_saves import CharsetError, decode_as
from harmonies_cli.records.files.sniff import BOM, is_wide_page

__all__ = ["Content", "is_replay_page", "open_envelope", "recognise", "without_lone_surrogates"]

_NOTATION = re.compile(rb'"format"\s*:\s*"harmonies-')
_LOG = re.compile(rb'"(?:packet_type|packet_id|packets|logs|valid|channel)"\s*:|\A\s*\{\s*"status"\s*:')
_HARMONIES = re.compile(rb'"(?:holeEmptied|empty-hexes|HOLE|HEX|SPIRITS)"')
_WRAPPED = re.compile(rb'g_gamelogs|\\?"(?:packet_type|packet_id)\\?"\s*:')
_HARMONIES_QUOTED = re.compile(rb'\\?"(?:holeEmptied|empty-hexes|HOLE|HEX|SPIRITS)\\?"')
_REPLAY = re.compile(rb"g_gamelogs|completesetup\s*\(\s*[\"']harmonies[\"']")
_ERROR = re.compile(rb'"error"\s*:')
_FAILED = re.compile(rb'"status"\s*:\s*"?0\b')
_PAGE_STATE = re.compile(rb'"(?:tokensOnBoard|boardSide)"\s*:')
_SNAPSHOT = re.compile(rb'"(?:cells|activeCards)"\s*:')
_OTHER_STATE = re.compile(rb'"(?:gamedatas|playerorder|tablespeed|gamestate)"\s*:')


def recognise(data: bytes) -> str | None:
    """Return the kind of a file from Board Game Arena, by its content.

    Parameters
    ----------
    data
        The file's bytes, unpacked.

    Returns
    -------
    str or None
        ``"log"``, a log of Harmonies in any of the envelopes; ``"page"``, an HTML page, which may be a saved replay;
        ``"gamedatas"``, the state of a page of Harmonies; ``"snapshot"``, a capture of the harmonies-bot project;
        ``"error"``, the site's answer to a failed download; ``"other-game"``, another game's log or page state; None,
        not a file of the site. The beginning of a truncated file decides; `read_bga` reports the truncation.
    """
    text = data[3:] if data.startswith(BOM) else data
    start = text[:4096].lstrip()[:1]
    if start == b"<" or is_wide_page(data):
        return "page"
    if b'"harmonies-' in text and _NOTATION.search(text):
        return None
    if start not in (b"{", b"["):
        return "log" if _WRAPPED.search(text) and _HARMONIES_QUOTED.search(text) else None
    # Only the first search can read far, and in a log of Harmonies it ends soon.
    of_harmonies, in_packets = _HARMONIES.search(text), _LOG.search(text)
    if of_harmonies and in_packets:
        return "log"
    if _ERROR.search(text) and _FAILED.search(text):
        return "error"
    if _SNAPSHOT.search(text):
        return "snapshot"
    if _PAGE_STATE.search(text):
        return "gamedatas"
    if in_packets:
        is_cut_off = not text.rstrip().endswith((b"]", b"}"))
        return "log" if is_cut_off or b'"type"' not in text else "other-game"
    return "other-game" if _OTHER_STATE.search(text) else None


def is_replay_page(data: bytes) -> bool:
    """Return whether an HTML page is a saved replay."""
    return _REPLAY.search(data.replace(b"\0", b"") if is_wide_page(data) else data) is not None


_SURROGATE = re.compile("[\ud800-\udfff]")
_NOT_BGA = "not a known kind of file from Board Game Arena"
_EXPECTED = "expected a replay log, a saved replay page, a page state (gamedatas) or a harmonies-bot snapshot"


@dataclass(slots=True)
class Content:
    """The contents of a file, without its envelope.

    Attributes
    ----------
    packets
        The list of packets of a log, or None.
    gamedatas
        The page state; beside packets, that at the start of the game.
    snapshot
        A capture in the form of the harmonies-bot project.
    pointer
        JSON pointer to the packets, the page state or the snapshot in the file.
    names
        The player names in the envelope, by id.
    notes
        Remarks for the reader.
    """

    packets: list[Any] | None = None
    gamedatas: dict[str, Any] | None = None
    snapshot: dict[str, Any] | None = None
    pointer: str = ""
    names: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def open_envelope(data: bytes) -> Content:
    """Decode a file and remove its envelope.

    Raises
    ------
    BgaError
        If it is truncated, malformed, an error answer of the site or of an unknown kind.
    """
    text = data.removeprefix(BOM)
    if text[:4096].lstrip().startswith(b"<") or is_wide_page(data):
        page = read_page(data)
        content = _open_document(page.log, "", Content(gamedatas=page.gamedatas, notes=page.notes))
        _add_names(content, (page.gamedatas or {}).get("players"))
        return content
    content = Content()
    is_wrapped = not text.lstrip().startswith((b"{", b"["))
    document = read_wrapped(text) if is_wrapped and text.strip() else _decode(text, content)
    return _open_document(document, "", content)


def _decode(text: bytes, content: Content) -> Any:
    if not text.strip():
        raise BgaError("the file is empty", code="syntax", hint="save it again")
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        message = str(error).removeprefix("JSON is malformed: ")
    _check_bytes(text)
    try:
        document, surrogates = without_lone_surrogates(json.loads(text))
    except ValueError:
        pass
    else:
        if surrogates:
            content.notes.append(f"{surrogates} broken characters (half of a surrogate pair) became U+FFFD.")
            return document
    if "truncated" in message:
        raise BgaError(
            f"the file is cut off after {len(text)} bytes: the download did not finish",
            code="syntax",
            hint="download it again",
        )
    if "trailing characters" in message:
        raise BgaError(
            f"more than one JSON document in one file: {message}",
            code="syntax",
            hint="keep one log in a file, or write one log on a line into a .jsonl file",
        )
    raise BgaError(f"not JSON: {message}", code="syntax", hint="save the file again, as it comes from the site")


def _check_bytes(text: bytes) -> None:
    """Raise an error for bytes that are not UTF-8, or for zeros at the end of an incompletely written file."""
    end = len(text.rstrip(b"\0"))
    if end < len(text):
        raise BgaError(
            f"the file ends with {count_of(len(text) - end, 'zero byte')}: it was not written completely",
            code="syntax",
            hint="save or copy it again",
        )
    try:
        decode_as(text, "utf-8", "a log is")
    except CharsetError as error:
        raise BgaError(str(error), code="syntax", hint=error.hint, line=error.line, column=error.column) from None


def without_lone_surrogates(value: Any) -> tuple[Any, int]:
    """Return a JSON value with U+FFFD in place of each half of a surrogate pair, and how many there were."""
    if isinstance(value, str):
        number = len(_SURROGATE.findall(value))
        return (_SURROGATE.sub("\ufffd", value), number) if number else (value, 0)
    if isinstance(value, list):
        items = [without_lone_surrogates(item) for item in value]
        return [item for item, _ in items], sum(number for _, number in items)
    if isinstance(value, dict):
        keys = [without_lone_surrogates(key) for key in value]
        values = [without_lone_surrogates(item) for item in value.values()]
        number = sum(number for _, number in (*keys, *values))
        return {key: item for (key, _), (item, _) in zip(keys, values, strict=True)}, number
    return value, 0


def _open_document(document: Any, pointer: str, content: Content) -> Content:
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
            hint="open the table's replay on the site, then download the log again",
        )
    _add_names(content, document.get("players"))
    if isinstance(document.get("gamedatas"), dict):
        content.gamedatas = document["gamedatas"]
        _add_names(content, document["gamedatas"].get("players"))
    for key in ("packets", "logs", "data", "snapshot"):
        # A capture of the page state alone may have an empty list of packets.
        is_inside = document.get(key) or content.gamedatas is None
        if is_inside and isinstance(document.get(key), (dict, list)) and pointer.count("/") < 4:
            return _open_document(document[key], f"{pointer}/{key}", content)
    return _open_state(document, pointer, content)


def _open_state(document: dict[str, Any], pointer: str, content: Content) -> Content:
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
