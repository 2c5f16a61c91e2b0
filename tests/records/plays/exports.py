"""Exports of BG Stats and pages of BoardGameGeek, built to their public descriptions (docs/plays.md)."""

from __future__ import annotations

import json
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.foreign import collection_of
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.reader import Reading, ReadOptions, read_document

__all__ = ["bgg_page", "bgg_play", "bgstats_export", "bgstats_play", "documents", "outcome", "readings", "score"]

_GAMES = [
    {"id": 3, "name": "Harmonies", "bggId": 414317, "bggName": "Harmonies", "uuid": "GAME-3"},
    {"id": 4, "name": "Wingspan", "bggId": 266192, "bggName": "Wingspan", "uuid": "GAME-4"},
]
_PLAYERS = [
    {"id": 11, "name": "Ann", "uuid": "P-11", "isAnonymous": False, "bggUsername": ""},
    {"id": 12, "name": "Ben", "uuid": "P-12", "isAnonymous": False, "bggUsername": "BenBGG"},
    {"id": 13, "name": "Anonymous player", "uuid": "P-13", "isAnonymous": True},
]


def score(player: object, points: object, **fields: Any) -> dict[str, Any]:
    """Return a player's entry in a play of BG Stats."""
    entry = {"playerRefId": player, "score": points, "winner": False, "rank": 0, "seatOrder": 0, "newPlayer": False}
    return {**entry, "startPlayer": False, **fields}


def bgstats_play(*scores: object, **fields: Any) -> dict[str, Any]:
    """Return a play of BG Stats, of Ann 88 and Ben 80 unless scores are given."""
    play = {
        "uuid": "PLAY-1",
        "gameRefId": 3,
        "locationRefId": 7,
        "playDate": "2026-05-31 20:15:00",
        "playDateYmd": 20260531,
        "playerScores": list(scores) or [score(11, "88", winner=True), score(12, "80")],
        "durationMin": 40,
        "ignored": False,
        "usesTeams": False,
        "manualWinner": False,
        "rounds": 0,
        "rating": 0,
        "scoringSetting": 0,
        "playImages": "[]",
    }
    return {**play, **fields}


def bgstats_export(*plays: object, **fields: Any) -> bytes:
    """Return an export of BG Stats."""
    export = {
        "about": "BG Stats export",
        "challenges": [],
        "deletedObjects": [],
        "games": _GAMES,
        "groups": [],
        "locations": [{"id": 7, "name": "Home", "uuid": "L-7"}],
        "players": _PLAYERS,
        "plays": list(plays),
        "tags": [],
        "userInfo": {"meRefId": 11},
    }
    return json.dumps({**export, **fields}, indent=2).encode()


def bgg_play(*players: tuple[str, str], comment: str = "", item: bool = True, **attributes: str) -> str:
    """Return a play of BoardGameGeek, of Ann 88 and Ben 80 unless players are given; ``user:name`` has a user."""
    fields = {"id": "901", "date": "2026-05-31", "quantity": "1", "length": "40", "incomplete": "0", "nowinstats": "0"}
    fields = {**fields, "location": "Home", **attributes}
    name, number = fields.pop("name", "Harmonies"), fields.pop("objectid", "414317")
    parts = [f"<play {' '.join(f'{key}={quoteattr(value)}' for key, value in fields.items())}>"]
    if item:
        parts.append(f'<item name={quoteattr(name)} objecttype="thing" objectid="{number}">')
        parts.append('<subtypes><subtype value="boardgame"/></subtypes></item>')
    parts.append(f"<comments>{escape(comment)}</comments>" if comment else "")
    parts.append("<players>")
    for called, points in players or (("Ann", "88"), ("benbgg:Ben", "80")):
        user, _, own = called.rpartition(":")
        parts.append(
            f'<player username={quoteattr(user)} userid="0" name={quoteattr(own)} startposition="" color="" '
            f'score={quoteattr(points)} new="0" rating="0" win="0"/>'
        )
    return "\n".join([*parts, "</players></play>"])


def bgg_page(*plays: str, page: int = 1, total: int | None = None, head: str = "") -> bytes:
    """Return a page of plays of BoardGameGeek."""
    number = len(plays) if total is None else total
    root = f'<plays username="ann" userid="1" total="{number}" page="{page}" termsofuse="https://example.org/terms">'
    return "\n".join(['<?xml version="1.0" encoding="utf-8"?>' + head, root, *plays, "</plays>"]).encode()


def documents(data: bytes) -> list[Document]:
    """Return the documents in a file."""
    collection = collection_of(data)
    assert collection is not None
    return list(collection.documents("file", data))


def readings(data: bytes) -> list[Reading]:
    """Return what is read in a file."""
    return [read_document(document, ReadOptions()) for document in documents(data)]


def outcome(data: bytes) -> tuple[list[dict[str, Any]], list[str], list[str]]:
    """Return the records of a file, its problems, and its notes."""
    records, wrong, notes = [], [], []
    for document, reading in zip(documents(data), readings(data), strict=True):
        notes += reading.notes
        found = assess(reading, AssessOptions())
        if reading.record is not None:
            records.append(json.loads(document.data))
        wrong += [problem.message for problem in found.problems]
    return records, wrong, notes
