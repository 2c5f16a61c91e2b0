"""Exports of BG Stats, and its ``.bgsplay`` files: games, players, places and plays linked by numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from harmonies_cli.records.files.documents import Document, problem_document
from harmonies_cli.records.json.quoting import quote
from harmonies_cli.records.plays.logged_play import (
    LoggedDate,
    LoggedPlay,
    LoggedPlayer,
    is_harmonies,
    read_date,
)
from harmonies_cli.records.plays.play_documents import SkippedPlay, documents_of_plays

__all__ = ["documents", "recognise"]

_TABLES = [re.compile(rb'"%b"\s*:\s*\[' % name) for name in (b"plays", b"games", b"players")]
_NAME = "BG Stats"
_REMEDY = "export the plays again"
_DAY = len("2026-05-31")
_DAY_NUMBER = re.compile("[0-9]{8}")


def recognise(data: bytes) -> bool:
    """Return whether a file is an export of BG Stats, even a damaged one."""
    return data.lstrip()[:1] == b"{" and all(table.search(data) for table in _TABLES)


def documents(source: str, data: bytes) -> Iterator[Document]:
    """Yield a document for each play of Harmonies; see `foreign.Collection`."""
    try:
        export = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        yield problem_document(source, None, f"the export of {_NAME} is damaged: {error}", _REMEDY)
        return
    yield from documents_of_plays(source, _NAME, _Export(export).plays())


class _Export:
    def __init__(self, export: dict[str, Any]) -> None:
        self._plays = _items(export, "plays")
        self._games = _by_number(export, "games")
        self._players = _by_number(export, "players")
        self._places = _by_number(export, "locations")
        self._deleted = {
            one.get("uuid") for one in _items(export, "deletedObjects") if isinstance(one, dict) and one.get("uuid")
        }

    def plays(self) -> Iterator[LoggedPlay | SkippedPlay]:
        for play in self._plays:
            if not isinstance(play, dict):
                yield SkippedPlay("not readable")
                continue
            games = self._games.get(_number(play.get("gameRefId")), [])
            if not games:
                yield SkippedPlay("of games that the file does not name")
            elif not any(is_harmonies(game.get("bggId"), game.get("name"), game.get("bggName")) for game in games):
                yield SkippedPlay("of other games")
            elif _text(play.get("uuid")) in self._deleted:
                yield SkippedPlay("marked as deleted")
            else:
                yield self._play(play)

    def _play(self, play: dict[str, Any]) -> LoggedPlay:
        uuid = _text(play.get("uuid"))
        found = LoggedPlay(
            f"bgstats-{uuid}" if uuid else "",
            _NAME,
            comment=_text(play.get("comments")),
            board=_text(play.get("board")),
            date=_date(play, _day_of_number(play.get("playDateYmd"))),
        )
        place = _number(play.get("locationRefId"))
        places = self._places.get(place, [])
        if places:
            found.place = _text(places[0].get("name"))
        elif place not in ("", "0"):
            found.remarks.append("The file does not contain its location.")
        if play.get("ignored") is True:
            found.remarks.append(f"{_NAME} leaves it out of its statistics.")
        scores = play.get("playerScores")
        entries = scores if isinstance(scores, list) else []
        if play.get("usesTeams") is True or any(isinstance(one, dict) and one.get("team") for one in entries):
            found.faults.append("it was played in teams, but Harmonies has none")
        for one in entries:
            if isinstance(one, dict):
                found.players.append(self._player(one, found))
            else:
                found.faults.append(f"a player should be an object, not {quote(one)}")
        return found

    def _player(self, entry: dict[str, Any], play: LoggedPlay) -> LoggedPlayer:
        number = _number(entry.get("playerRefId"))
        people = self._players.get(number, [])
        won = entry.get("winner")
        player = LoggedPlayer("", entry.get("score"), has_won=won if isinstance(won, bool) else None)
        if not people:
            play.remarks.append(f"The file does not name player {quote(number)}, who may have been deleted.")
            player.identity = f"bgstats-player-{number}" if number else ""
            return player
        person = people[0]
        player.name = _text(person.get("name")).strip()
        if len({_text(one.get("name")) for one in people}) > 1:
            play.faults.append(f"{len(people)} players have the number {number}")
        if person.get("isAnonymous") is not True and player.is_known:
            user, uuid = _text(person.get("bggUsername")).strip(), _text(person.get("uuid"))
            player.identity = f"bgg-{user.casefold()}" if user else f"bgstats-{uuid}" if uuid else ""
        elif player.name:
            player.name = "Anonymous player"
        return player


def _date(play: dict[str, Any], day: str | None) -> LoggedDate:
    """Return the date of a play, with the day that BG Stats shows, if the file gives it separately."""
    found = read_date(play.get("playDate"))
    if day is None or (found.written or "")[:_DAY] == day:
        return found
    return LoggedDate(day)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _number(value: object) -> str:
    return str(value).strip() if isinstance(value, int | str) and not isinstance(value, bool) else ""


def _items(export: dict[str, Any], table: str) -> list[Any]:
    rows = export.get(table)
    return rows if isinstance(rows, list) else []


def _by_number(export: dict[str, Any], table: str) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for row in _items(export, table):
        if isinstance(row, dict) and _number(row.get("id")):
            found.setdefault(_number(row.get("id")), []).append(row)
    return found


def _day_of_number(value: object) -> str | None:
    """Return the day of a number like 20260531, or None."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    return read_date(str(value)).written if _DAY_NUMBER.fullmatch(str(value)) else None
