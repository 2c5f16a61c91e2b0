"""The greedy turns of the other players between two of a player's own."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from harmonies_cli.bots.boards import HIGH_TRUNK, planes_of
from harmonies_cli.bots.crowd import NO_CARD, Crowd
from harmonies_cli.bots.interface import View
from harmonies_cli.bots.lookahead import others_of, play_others
from harmonies_cli.bots.scenarios import Offers, Scenarios, draw_scenarios
from harmonies_cli.bots.weights import Weights
from harmonies_cli.review.moments import Moment
from harmonies_cli.rules.board.tokens import KINDS
from tests.review.played_games import moments_of_game

COURSES = 5


def moment_of(player: int) -> Moment:
    """Return a moment in the middle of a three-player game in which this player is to move."""
    moments = [moment for moment in moments_of_game("greedy,greedy,greedy", 1) if moment.own_turn == 4]
    return next(moment for moment in moments if moment.player == player)


def tokens_on(crowd: Crowd) -> NDArray[np.intp]:
    """Return the number of tokens on each board."""
    heights = np.array([len(kind) for kind in KINDS] + [2])
    total: NDArray[np.intp] = (np.bitwise_count(crowd.planes[: HIGH_TRUNK + 1]) * heights[:, None]).sum(axis=0)
    return total


def offers_of(view: View) -> Offers:
    """Return the offers of a view, once for each course."""
    central, row = np.array(view.central, np.int64), np.array(view.row, np.intp)
    return Offers(np.repeat(central[:, None], COURSES, 1), np.repeat(row[:, None], COURSES, 1))


def scenarios_of(view: View) -> Scenarios:
    """Return scenarios of one own turn."""
    return draw_scenarios(view, COURSES, 1, Random(3))


@pytest.mark.parametrize(("player", "order"), [(1, [2, 3]), (2, [3, 1]), (3, [1, 2])])
def test_the_others_are_those_between_two_turns_in_their_order(player: int, order: list[int]) -> None:
    view = moment_of(player).view()
    others = others_of(view, COURSES, Weights())
    assert len(others) == len(order)
    for other, number in zip(others, order, strict=True):
        seat = view.seats[number - 1]
        assert other.setting.spirit == seat.spirit
        assert (other.crowd.planes == planes_of(seat)).all()
        assert other.crowd.planes.shape[1] == COURSES


def test_each_other_places_the_tokens_of_one_space_which_the_scenario_refills() -> None:
    view = moment_of(2).view()
    others, offers, scenarios = others_of(view, COURSES, Weights()), offers_of(view), scenarios_of(view)
    after, found = play_others(others, offers, scenarios, 0, np.full(COURSES, 1))
    for before, later in zip(others, after, strict=True):
        assert (tokens_on(later.crowd) - tokens_on(before.crowd) == 3).all()
    for course in range(COURSES):
        drawn = Counter(scenarios.refills[0, :, course].tolist())
        new = Counter(found.central[:, course].tolist()) - Counter(offers.central[:, course].tolist())
        assert new <= drawn
        assert scenarios.refills[0, -1, course] in found.central[:, course], "nobody plays after the last"
    assert (found.row != NO_CARD).all(), "the deck refills the row"
    assert (offers.central == offers_of(view).central).all(), "the offers before do not change"


def test_what_the_scenario_draws_for_the_others_does_not_matter() -> None:
    view = moment_of(1).view()
    scenarios = scenarios_of(view)
    changed = scenarios._replace(spaces=4 - scenarios.spaces, places=-1 - 0 * scenarios.places)
    found = [
        play_others(others_of(view, COURSES, Weights()), offers_of(view), drawn, 0, np.zeros(COURSES, np.intp))[1]
        for drawn in (scenarios, changed)
    ]
    assert (found[0].central == found[1].central).all()
    assert (found[0].row == found[1].row).all()


def test_with_an_empty_central_board_nobody_plays() -> None:
    view = moment_of(1).view()
    nothing = offers_of(view)._replace(central=np.zeros((len(view.central), COURSES), np.int64))
    scenarios = scenarios_of(view)
    scenarios.refills[:] = 0
    others = others_of(view, COURSES, Weights())
    after, found = play_others(others, nothing, scenarios, 0, np.zeros(COURSES, np.intp))
    assert not found.central.any()
    for before, later in zip(others, after, strict=True):
        assert (before.crowd.planes == later.crowd.planes).all()
