"""How much better the tokens and cards on offer were than expected."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from harmonies_cli.records.game.assess_game import game_log
from harmonies_cli.records.notation import Game
from harmonies_cli.review import luck
from harmonies_cli.review.luck import luck_of
from harmonies_cli.review.moments import Moment, moments_of
from tests.review.played_games import moments_of_game
from tests.review.record_parts import without_refills

BOTS = "greedy,greedy"


def own(moments: list[Moment], index: int) -> tuple[Moment, Moment]:
    """Return a moment and that of the same player's previous turn, in a game of two."""
    return moments[index], moments[index - 2]


def test_the_luck_of_a_turn_follows_from_the_chance_alone() -> None:
    moment, before = own(moments_of_game(BOTS, 1), 6)
    once, again, other = (luck_of(moment, before, Random(seed)) for seed in (1, 1, 2))
    assert once is not None
    assert once == again != other


def test_luck_is_fair_at_the_beginning_and_later() -> None:
    first = [luck_of(moments_of_game(BOTS, deal)[0], None, Random(deal)) for deal in range(1, 6)]
    later = [luck_of(*own(moments_of_game(BOTS, deal), 8), Random(deal)) for deal in range(1, 6)]
    for lucks in (first, later):
        found = np.array(lucks, float)
        assert found.min() < 0 < found.max()
        assert abs(found.mean()) < 3 * found.std(ddof=1) / np.sqrt(len(found))


@pytest.mark.parametrize("index", range(2, 8))
def test_the_emptied_space_is_refilled(index: int) -> None:
    _, before = own(moments_of_game(BOTS, 1), index)
    assert before.played is not None and before.played.space
    view = before.view()
    offers = luck._next_offers(before, len(view.row), Random(1))
    space = before.played.space - 1
    assert set(offers.central[space].tolist()) - {view.central[space]}


def test_the_luck_of_an_incomplete_record_is_unknown() -> None:
    game = without_refills(moments_of_game(BOTS, 1), BOTS, 1)
    assert isinstance(game, Game)
    moments = list(moments_of(game_log(game)))
    assert luck_of(*own(moments, 4), Random(1)) is None
    whole = moments_of_game(BOTS, 1)
    assert luck_of(whole[4], moments[4], Random(1)) is None, "the turn before is unknown"
    assert luck_of(whole[4], whole[2], Random(1)) is not None
