"""A game record as the rules see it."""

from __future__ import annotations

from msgspec import UnsetType

from harmonies_cli.records.notation import Game
from harmonies_cli.rules.board.sides import side_named
from harmonies_cli.rules.replay.actions import Start
from harmonies_cli.rules.replay.replay import GameLog

__all__ = ["game_log"]


def game_log(game: Game) -> GameLog:
    """Return a game record as the rules see it."""
    return GameLog(
        side_named(game.side),
        len(game.players),
        game.turns,
        start=Start() if isinstance(game.start, UnsetType) else game.start,
        spirits=None if isinstance(game.spirits, UnsetType) else game.spirits,
        unfinished=game.unfinished is True,
    )
