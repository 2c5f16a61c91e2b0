"""Convert any readable record to the notation, optionally without anything that identifies the players."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec

from harmonies_cli.errors import UsageError
from harmonies_cli.records.assess import assess
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import Reading, ReadOptions, read_records

if TYPE_CHECKING:
    from harmonies_cli.records.plays.person_names import PersonNames

__all__ = ["EMPTY_KEY", "Conversion", "anonymise", "convert", "convert_reading"]

EMPTY_KEY = "the key for pseudonyms is empty: anybody could guess the names; give a long one"
_RUN_KEY = secrets.token_bytes(32)
_RECORD_FIELDS = (
    *("format", "version", "id", "date", "side", "rules", "spirits", "solo"),
    *("players", "start", "turns", "result", "unfinished"),
)
_PLAYER_FIELDS = ("name", "rating", "board", "cards", "cubes", "score")
_TURN_FIELDS = ("player", "actions", "refill", "replaced")
_ACTION_FIELDS = ("do", "card", "space", "tokens", "token", "at")
_PSEUDONYM_BYTES = 6
"""Long enough to make it unlikely that two of a hundred thousand players share a pseudonym."""


def anonymise(record: Mapping[str, Any], key: bytes | None) -> dict[str, Any]:
    """Return a copy of a record with pseudonyms for the players.

    The name of a player becomes a pseudonym like ``"Player-7f3a9c12b004"``, which depends on `key` and on the player's
    ``id`` or, without one, on the exact name. With one key a player has the same pseudonym in all records; without the
    key nobody can identify the player, not even by trying names. The record's ``id`` (the public number of a table on a
    site, or a file name) becomes a pseudonym like ``"game-5e0c77d1a94f"`` in the same way.

    Dropped: ``id`` of the players, ``source``, ``notes`` on the record, players, turns and actions, the time of day
    in ``date``, ``$schema`` (it may be a path), and every field that the notation does not have.

    Kept: everything else about the game: day, side, rules, spirits, ratings, setup, turns, boards, cards, cubes and
    results.

    Parameters
    ----------
    record
        A record of the notation.
    key
        The secret. None draws a random one; pseudonyms then agree within this run only.

    Raises
    ------
    UsageError
        If the key is empty, which would make pseudonyms guessable.
    """
    if key is None:
        key = _RUN_KEY
    elif not key:
        raise UsageError(EMPTY_KEY)
    found = _only(record, _RECORD_FIELDS)
    if "id" in found:
        found["id"] = f"game-{_pseudonym(key, 'record', found['id'])}"
    if isinstance(found.get("date"), str):
        found["date"] = found["date"][: len("2026-05-31")]
    found["players"] = [
        _only(player, _PLAYER_FIELDS) | {"name": f"Player-{_player_pseudonym(key, player)}"}
        for player in record["players"]
    ]
    if "turns" in found:
        found["turns"] = [
            _only(turn, _TURN_FIELDS) | {"actions": [_only(action, _ACTION_FIELDS) for action in turn["actions"]]}
            for turn in found["turns"]
        ]
    return found


def _only(given: Mapping[str, Any], fields: Iterable[str]) -> dict[str, Any]:
    return {name: given[name] for name in fields if name in given}


def _player_pseudonym(key: bytes, player: Mapping[str, Any]) -> str:
    return _pseudonym(key, "id", player["id"]) if "id" in player else _pseudonym(key, "name", player["name"])


def _pseudonym(key: bytes, kind: str, value: object) -> str:
    # The hash accepts keys of at most 64 bytes.
    digest = blake2b(str(value).encode(), key=blake2b(key).digest(), person=kind.encode(), digest_size=_PSEUDONYM_BYTES)
    return digest.hexdigest()


_UNDER_ITS_OWN_RULES = AssessOptions(explain=False)


@dataclass(slots=True)
class Conversion:
    """The result of converting a document.

    Attributes
    ----------
    source, line
        Its place; the line is None for a whole file.
    record
        The record of the notation; None if the document cannot be read.
    problems
        The reasons why it cannot be read.
    notes
        Remarks, such as unfinished or without setup.
    lost
        Differences between the site's results and the replay for which a record has no field.
    is_cut_short
        Whether the record ends before the game does, at a hole in the log.
    pages
        The pages of plays in the document's file, for `plays.bgg.missing_pages`.
    is_logged
        Whether it is a play logged in another program.
    """

    source: str
    line: int | None
    record: dict[str, Any] | None = None
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    is_cut_short: bool = False
    pages: list[str] = field(default_factory=list)
    is_logged: bool = False

    @property
    def is_finding(self) -> bool:
        """Whether the document, or a part of it, was not converted."""
        return self.record is None or bool(self.lost) or self.is_cut_short


def convert(
    paths: Sequence[str],
    options: ReadOptions | None = None,
    *,
    anonymous: bool = False,
    key: bytes | None = None,
    names: PersonNames | None = None,
) -> Iterator[Conversion]:
    """Read files and folders, and return each document in them as a record of the notation, one at a time.

    Records of the notation pass through unchanged. Files of Board Game Arena become records with ``"rules": "bga"``,
    which get the same verdict as the file itself.

    Parameters
    ----------
    paths
        Files, folders, or ``-`` for standard input.
    options
        How to read.
    anonymous
        Whether to replace players by pseudonyms, see `anonymise`.
    key
        The secret behind the pseudonyms; None for a new one in this run.
    names
        Names that belong to one person, see `plays.person_names`.

    Raises
    ------
    UsageError
        Immediately, if a path is missing or not readable, or the key is empty.
    """
    readings = read_records(paths, options)
    return (convert_reading(reading, anonymous=anonymous, key=key, names=names) for reading in readings)


def convert_reading(
    reading: Reading, *, anonymous: bool = False, key: bytes | None = None, names: PersonNames | None = None
) -> Conversion:
    """Return a reading as a record of the notation; see `convert`."""
    found = Conversion(reading.source, reading.line, notes=list(reading.notes))
    found.pages, found.is_logged = reading.pages, reading.is_made
    if reading.record is None:
        found.problems = reading.problems
        return found
    if reading.foreign is None:
        found.record = msgspec.to_builtins(reading.record)
    else:
        found.record = reading.foreign.record
        found.notes += filter(None, [found.record.get("notes")])
        found.lost = reading.foreign.carry_results(assess(reading, _UNDER_ITS_OWN_RULES))
        found.is_cut_short = reading.foreign.problem is not None
    if found.record.get("unfinished"):
        found.notes.append("The game is unfinished.")
    if found.lost:
        found.record["notes"] = " ".join(filter(None, [found.record.get("notes"), _words(found.lost)]))
    if names:
        from harmonies_cli.records.plays.person_names import rename_players

        found.record, notes = rename_players(found.record, names)
        found.notes += notes
    if anonymous:
        found.record = anonymise(found.record, key)
    return found


def _words(lost: Sequence[str]) -> str:
    return f"The site's result differs in numbers for which a record has no field: {'; '.join(lost)}."
