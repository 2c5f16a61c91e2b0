"""Plays saved from BoardGameGeek: pages of its XML API 2, one or several per file, and the missing pages.

All but one of the attacks on XML readers need a document type, which the site does not send and this module refuses, so
there are no entities to expand or fetch. The remaining one, huge tokens, costs time only for a text that is read in
pieces; here it is read as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from xml.parsers import expat

from harmonies_cli.errors import HarmoniesError
from harmonies_cli.records.files.documents import Document, problem_document
from harmonies_cli.records.json.quoting import quote
from harmonies_cli.records.plays.logged_play import LoggedPlay, LoggedPlayer, is_harmonies, read_date
from harmonies_cli.records.plays.play_documents import SkippedPlay, documents_of_plays
from harmonies_cli.safe_text import printable

__all__ = ["documents", "missing_pages", "page_of", "recognise"]

_ROOT = re.compile(
    rb"\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--.{0,2000}?-->\s*)?(?:<!DOCTYPE\s.{0,4000}?)?<(plays|errors?)[\s/>]", re.S
)
_NAME = "BoardGameGeek"
_REMEDY = "save the page of plays again"
_MOST_PAGES = 100_000
"""The most pages in a file; each page has its own parser."""


_NEXT_PAGE = expat.errors.codes[expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT]


class _BrokenPageError(HarmoniesError):
    """The page is not XML, or has forbidden parts."""


def recognise(data: bytes) -> bool:
    """Return whether a file is a page of plays, or the site's answer instead of one."""
    return _ROOT.match(data[:8192]) is not None


def documents(source: str, data: bytes) -> Iterator[Document]:
    """Yield a document for each play of Harmonies; see `foreign.Collection`."""
    try:
        pages = _read(data)
    except _BrokenPageError as error:
        yield problem_document(source, None, f"the page of {_NAME} cannot be read: {error}", _REMEDY)
        return
    if pages.errors:
        said = " ".join(" ".join(pages.errors).split())
        message = f"{_NAME} answered with an error instead of plays: {quote(said)}"
        yield problem_document(source, None, message, "try again later")
        return
    first = True
    for document in documents_of_plays(source, _NAME, map(_play, pages.plays)):
        if first:
            document.pages = [page_of(page) for page in pages.pages]
            first = False
        yield document


class _Pages:
    """The contents of a file's pages, filled in during reading."""

    def __init__(self) -> None:
        self.pages: list[dict[str, str]] = []
        self.plays: list[dict[str, Any]] = []
        self.errors: list[str] = []
        self._text: list[str] | None = None
        self._in_error = False

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        if name == "plays":
            self.pages.append(attributes)
        elif name == "play":
            self.plays.append({"play": attributes, "item": {}, "players": [], "comments": []})
        elif name == "item" and self.plays:
            self.plays[-1]["item"] = attributes
        elif name == "player" and self.plays:
            self.plays[-1]["players"].append(attributes)
        elif name == "comments" and self.plays:
            self._text = self.plays[-1]["comments"]
        elif name in ("error", "message") and not self.pages:
            self.errors.append(attributes.get("message", ""))
            self._text = self.errors

    def end(self, name: str) -> None:
        if name in ("comments", "error", "message"):
            self._text = None

    def text(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)


def _read(data: bytes) -> _Pages:
    """Read the successive pages of a file."""
    found = _Pages()
    rest = memoryview(data.rstrip())
    for _ in range(_MOST_PAGES):
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = found.begin
        parser.EndElementHandler = found.end
        parser.CharacterDataHandler = found.text
        parser.StartDoctypeDeclHandler = _refuse
        try:
            parser.Parse(rest, True)
        except expat.ExpatError as error:
            end = parser.ErrorByteIndex
            if error.code != _NEXT_PAGE or end <= 0:
                raise _BrokenPageError(f"line {error.lineno}: {expat.ErrorString(error.code)}") from None
            rest = rest[end:]
        else:
            return found
    raise _BrokenPageError(f"it holds more than {_MOST_PAGES:,} pages")


def _refuse(*declaration: object) -> None:
    raise _BrokenPageError("it has a document type, which plays of the site do not have")


def _play(read: Mapping[str, Any]) -> LoggedPlay | SkippedPlay:
    play, item = read["play"], read["item"]
    if not item:
        return SkippedPlay("of games that the file does not name")
    if not is_harmonies(item.get("objectid"), item.get("name")):
        return SkippedPlay("of other games")
    number = play.get("id", "").strip()
    found = LoggedPlay(
        f"bgg-{number}" if number else "",
        _NAME,
        place=play.get("location", ""),
        date=read_date(play.get("date")),
        comment="".join(read["comments"]),
        quantity=play.get("quantity", "1"),
        is_incomplete=play.get("incomplete", "0") == "1",
        players=[_player(player) for player in read["players"]],
    )
    if play.get("nowinstats", "0") == "1":
        found.remarks.append(f"{_NAME} leaves it out of its win statistics.")
    return found


def _player(attributes: Mapping[str, str]) -> LoggedPlayer:
    user = attributes.get("username", "").strip()
    name = attributes.get("name", "").strip() or user
    won = {"1": True, "0": False}.get(attributes.get("win", ""))
    return LoggedPlayer(name, attributes.get("score"), f"bgg-{user.casefold()}" if user else "", won)


_PAGE = 100
"""Plays on one page of BoardGameGeek."""
_MOST = 1_000_000
_KEY = re.compile(r"plays of (.*), page ([0-9]+) of ([0-9]+)", re.S)


def page_of(attributes: Mapping[str, str]) -> str:
    """Return a page in words, from the attributes of its root; empty if these do not give its number."""
    total, page = (_whole(attributes.get(name, "")) for name in ("total", "page"))
    if total is None or page is None:
        return ""
    user = printable(attributes.get("username", "")) or "somebody"
    return f"plays of {user}, page {page} of {max(1, -(-total // _PAGE))}"


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(_MOST)) else None


def missing_pages(pages: Iterable[str]) -> Iterator[str]:
    """Yield sentences on the pages missing among the given ones, which are in the form of `page_of`."""
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
