"""Games played by bots, as records and as moments, for the tests of the review."""

from __future__ import annotations

from functools import cache

from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.game.assess_game import game_log
from harmonies_cli.records.notation import Game
from harmonies_cli.records.reader import Reading, ReadOptions, read_document
from harmonies_cli.review.moments import Moment, moments_of
from harmonies_cli.simulate.series import Fixture, Terms, play_fixture

__all__ = ["SEED", "moments_of_game", "reading_of_game"]

SEED = 770_000
"""Deals that no bot was tuned on."""


@cache
def reading_of_game(bots: str, deal: int, side: str = "A", spirits: bool = True) -> Reading:
    """Return the record of a game between bots; `bots` names one for each seat, separated by commas."""
    fixture = Fixture(deal, f"{SEED}-{deal}", tuple(bots.split(",")))
    played = play_fixture(Terms(SEED, side, spirits), fixture)
    assert played.broken_off is None
    return read_document(Document(f"{deal}.json", None, played.line), ReadOptions())


def moments_of_game(bots: str, deal: int, side: str = "A", spirits: bool = True) -> list[Moment]:
    """Return the moments of such a game."""
    record = reading_of_game(bots, deal, side, spirits).record
    assert isinstance(record, Game)
    return list(moments_of(game_log(record)))
