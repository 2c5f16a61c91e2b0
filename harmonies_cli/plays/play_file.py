"""A play as a ``.bgsplay`` file of BG Stats, whose tables are linked by numbers (docs/plays.md, Play file)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid5

import msgspec

from harmonies_cli.plays.shared_play import SharedPlay
from harmonies_cli.records.plays.logged_play import BGG_ID, GAME_NAME

__all__ = ["play_file"]

_SPACE = UUID("6b0f5bd2-94a0-5a37-9c6b-0e2a4f8a51d7")
"""The name space of the identifiers in a play file."""


def play_file(plays: Sequence[SharedPlay]) -> bytes:
    """Return the file of some plays; the same plays give the same file."""
    numbers: dict[str, int] = {}
    names: dict[str, str] = {}
    for play in plays:
        for player in play.players:
            numbers.setdefault(player.source_player_id, len(numbers) + 1)
            names.setdefault(player.source_player_id, player.name)
    changed = max((play.play_date for play in plays), default="")
    written = {
        "about": "Written by harmonies-cli",
        "players": [
            {
                "id": number,
                "uuid": _uuid("player", one),
                "name": names[one],
                "isAnonymous": False,
                "modificationDate": changed,
            }
            for one, number in numbers.items()
        ],
        "locations": [],
        "games": [_game(changed)],
        "plays": [_play(play, numbers) for play in plays],
        "userInfo": {"meRefId": 0},
    }
    return msgspec.json.format(msgspec.json.encode(written), indent=2) + b"\n"


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(_SPACE, f"{kind} {name}")).upper()


def _game(changed: str) -> dict[str, Any]:
    return {
        "id": 1,
        "uuid": _uuid("game", GAME_NAME),
        "name": GAME_NAME,
        "bggId": BGG_ID,
        "bggName": GAME_NAME,
        "bggYear": 2024,
        "highestWins": True,
        "noPoints": False,
        "cooperative": False,
        "usesTeams": False,
        "modificationDate": changed,
    }


def _play(play: SharedPlay, numbers: dict[str, int]) -> dict[str, Any]:
    best = max(player.score for player in play.players)
    by_points = {player.source_player_id for player in play.players if player.score == best}
    winners = {player.source_player_id for player in play.players if player.winner}
    fields = msgspec.to_builtins(play)
    return {
        "uuid": _uuid("play", play.source_play_id),
        "gameRefId": 1,
        "playDate": play.play_date,
        "entryDate": play.play_date,
        "modificationDate": play.play_date,
        "durationMin": 0,
        "ignored": False,
        "manualWinner": winners != by_points,  # a tie decided by the cubes
        "rounds": 0,
        "rating": 0,
        "scoringSetting": 0,
        "usesTeams": False,
        "playImages": "[]",
        **{name: fields[name] for name in ("board", "comments") if name in fields},
        "playerScores": [
            {
                "playerRefId": numbers[player.source_player_id],
                "score": str(player.score),
                "rank": player.rank or 0,
                "winner": player.winner,
                "newPlayer": False,
                "startPlayer": player.start_player is True,
                "seatOrder": seat,
            }
            for seat, player in enumerate(play.players, 1)
        ],
    }
