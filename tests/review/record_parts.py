"""Records with parts left out."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from harmonies_cli.records.notation import Game
from harmonies_cli.review.moments import Moment
from harmonies_cli.rules.replay.actions import TakeTokens
from tests.review.played_games import reading_of_game

__all__ = ["without_refills"]


def without_refills(moments: list[Moment], bots: str, deal: int) -> Game:
    """Return the record of a game without its refills, but with the tokens taken."""
    record = reading_of_game(bots, deal).record
    assert isinstance(record, Game)
    game = msgspec.json.decode(msgspec.json.encode(record), type=Game)
    for turn, moment in zip(game.turns, moments, strict=True):
        assert moment.played is not None
        turn.refill = UNSET
        letters = "".join(action.token for action in turn.actions if hasattr(action, "token"))
        turn.actions = [
            TakeTokens(space=moment.played.space, tokens=letters) if isinstance(action, TakeTokens) else action
            for action in turn.actions
        ]
    return game
