"""Outcomes of turns: the turns of a pool, followed over common scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.crowd import NO_CARD
from harmonies_cli.bots.interface import View
from harmonies_cli.bots.lookahead import follow
from harmonies_cli.bots.scenarios import Offers, Scenarios, draw_scenarios
from harmonies_cli.bots.value_function import PARTS, final_values
from harmonies_cli.review.moments import Moment
from harmonies_cli.review.pool import Pool, by_spirit
from harmonies_cli.rules.board.cards import ANIMALS
from harmonies_cli.rules.board.tokens import LANES, UNITS
from harmonies_cli.rules.replay.state import TOKENS_PER_SPACE

__all__ = ["OWN_TURNS", "course_values"]

OWN_TURNS = 2
"""Greedy turns played before the value function takes over."""


def course_values(
    pool: Pool, numbers: Sequence[int], moment: Moment, count: int, chance: Random
) -> NDArray[np.float64]:
    """Return the outcomes of turns in new scenarios.

    Parameters
    ----------
    pool, numbers
        The turns, and which of them.
    moment
        The moment at which they are chosen.
    count
        How many scenarios, the same for all turns.
    chance
        The source of chance.

    Returns
    -------
    ndarray
        Final points, exact where the game is over after the turn, else expected; shape (scenarios, turns).
    """
    view = moment.view()
    scenarios = draw_scenarios(view, count, OWN_TURNS, chance)
    unknown = _unknown_offers(moment, view, count, chance)
    points = np.zeros((count, len(numbers)))
    for spirit, index in by_spirit(pool.choices, numbers):
        places = [numbers.index(number) for number in index.tolist()]
        points[:, places] = _followed(pool, spirit, index, scenarios, unknown) / PARTS
    return points


def _unknown_offers(moment: Moment, view: View, count: int, chance: Random) -> Offers:
    """Draw what the record does not say; 0 tokens and `NO_CARD` elsewhere. One column per scenario."""
    table = moment.table
    central = np.zeros((len(view.central), count), np.int64)
    row = np.full((max(table.row_size, len(view.row)), count), NO_CARD, np.intp)
    spaces = [space for space, content in enumerate(table.central) if content is None and not view.central[space]]
    places = range(len(view.row), table.row_size) if not moment.knows_row else ()
    tokens = [unit for lane, unit in zip(LANES, UNITS, strict=True) for _ in range(view.pouch // lane & 255)]
    deck = [card for card in ANIMALS if not view.seen >> card & 1]
    for course in range(count):
        drawn = chance.sample(tokens, min(len(tokens), TOKENS_PER_SPACE * len(spaces)))
        for number, space in enumerate(spaces):
            central[space, course] = sum(drawn[TOKENS_PER_SPACE * number :][:TOKENS_PER_SPACE])
        cards = chance.sample(deck, min(len(deck), len(places)))
        for place, card in zip(places, cards, strict=False):
            row[place, course] = card
    return Offers(central, row)


def _followed(
    pool: Pool, spirit: int, index: NDArray[np.intp], scenarios: Scenarios, unknown: Offers
) -> NDArray[np.int64]:
    setting = pool.setting._replace(spirit=spirit)
    courses = len(scenarios.turns)
    turn = np.tile(index, courses)
    course = np.repeat(np.arange(courses), len(index))
    row, other = pool.offers.row.take(turn, axis=1), unknown.row.take(course, axis=1)
    offers = Offers(
        pool.offers.central.take(turn, axis=1) + unknown.central.take(course, axis=1),
        np.where(other == NO_CARD, row, other),
    )
    crowd = follow(
        setting,
        pool.crowd.select(turn),
        offers,
        pool.spaces[turn],
        Scenarios(*(column.take(course, axis=-1) for column in scenarios)),
    )
    return final_values(setting, crowd).reshape(courses, len(index))
