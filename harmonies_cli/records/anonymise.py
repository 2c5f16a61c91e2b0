"""Records without anything that identifies the players."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any

from harmonies_cli.errors import UsageError

__all__ = ["anonymise"]

_RUN_KEY = secrets.token_bytes(32)
_RECORD_FIELDS = (
    *("format", "version", "id", "date", "side", "rules", "spirits", "solo"),
    *("players", "start", "turns", "result", "unfinished"),
)
_PLAYER_FIELDS = ("name", "rating", "board", "cards", "cubes", "score")
_TURN_FIELDS = ("player", "actions", "refill", "replaced")
_ACTION_FIELDS = ("do", "card", "space", "tokens", "token", "at")
_PSEUDONYM_BYTES = 6
"""Enough that two players in a hundred thousand hardly ever share a pseudonym."""


def anonymise(record: Mapping[str, Any], key: bytes | None) -> dict[str, Any]:
    """Return a copy of a record in which the players are pseudonyms.

    The name of a player becomes a pseudonym like ``"Player-7f3a9c12b004"``, which depends on `key` and on the
    player's ``id`` or, without one, on the exact name: under one key a player has the same pseudonym in all
    records, and nobody can tell whose it is without the key, not even by trying names. The record's ``id`` (that of
    a table on a site is public, others are file names) becomes one like ``"game-5e0c77d1a94f"`` in the same way.

    Dropped: ``id`` of the players, ``source``, ``notes`` on the record, players, turns and actions, the time of day
    in ``date``, ``$schema`` (it may be a path), and every field that the notation does not have.

    Kept: everything else about the game, that is the day, side, rules, spirits, ratings, setup, turns, boards, cards,
    cubes and results.

    Parameters
    ----------
    record
        A record of the notation.
    key
        The secret. None draws a random one: pseudonyms then agree within this run only.

    Raises
    ------
    UsageError
        If the key is empty: pseudonyms could be guessed.
    """
    if key is None:
        key = _RUN_KEY
    elif not key:
        raise UsageError("the key for pseudonyms is empty: anybody could guess the names; give a long one")
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
    # The hash takes keys of up to 64 bytes only.
    digest = blake2b(str(value).encode(), key=blake2b(key).digest(), person=kind.encode(), digest_size=_PSEUDONYM_BYTES)
    return digest.hexdigest()
