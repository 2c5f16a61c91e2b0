"""Turns to compare at a moment: their outcomes over common scenarios, and the best that keep the player's choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.crowd import NO_CARD, Crowd, Setting
from harmonies_cli.bots.interface import View
from harmonies_cli.bots.lookahead import outcomes
from harmonies_cli.bots.scenarios import Offers, Scenarios, draw_scenarios
from harmonies_cli.bots.value_function import PARTS
from harmonies_cli.review.moments import Moment
from harmonies_cli.review.result import PARTS as CHOICES
from harmonies_cli.rules.board.cards import ANIMALS
from harmonies_cli.rules.board.tokens import LANES, UNITS
from harmonies_cli.rules.replay.actions import Action
from harmonies_cli.rules.replay.state import TOKENS_PER_SPACE

__all__ = ["Choice", "Pool", "best_of_levels", "by_spirit", "course_values"]


class Choice(NamedTuple):
    """A turn, with the facts that distinguish it from others.

    Attributes
    ----------
    spirit
        The spirit kept, now or before, or -1.
    tokens
        The packed tokens taken.
    card
        The animal card taken, or -1.
    stacks
        The stacks on the board after the turn.
    outcome
        Stacks, cubes and cards after the turn.
    actions
        Returns the actions.
    """

    spirit: int
    tokens: int
    card: int
    stacks: bytes
    outcome: bytes
    actions: Callable[[], Sequence[Action]]


@dataclass(frozen=True, slots=True)
class Pool:
    """Turns to compare.

    Attributes
    ----------
    setting
        The setting that the turns share; its spirit does not count, since each choice has one.
    choices
        The turns.
    crowd
        The positions after the turns.
    spaces, offers
        What each turn leaves on the central board and in the row; see `planner.Candidates`.
    values
        The value of each turn, by the value function.
    played
        The number of the turn played, or None.
    obvious
        The number of the turn with the best estimate: greedy's choice.
    """

    setting: Setting
    choices: list[Choice]
    crowd: Crowd
    spaces: NDArray[np.intp]
    offers: Offers
    values: NDArray[np.int64]
    played: int | None
    obvious: int


def course_values(
    pool: Pool, numbers: Sequence[int], moment: Moment, own_turns: int, count: int, chance: Random
) -> NDArray[np.float64]:
    """Return the outcomes of turns in new scenarios.

    Parameters
    ----------
    pool, numbers
        The turns, and the numbers of those to follow.
    moment
        The moment of the choice.
    own_turns
        Number of the player's turns to follow before the value function takes over.
    count
        Number of scenarios, the same for all turns.
    chance
        The source of chance.

    Returns
    -------
    ndarray
        Final points, exact if the game is over after the turn, else expected; shape (scenarios, turns).
    """
    view = moment.view()
    scenarios = draw_scenarios(view, count, own_turns, chance)
    unknown = _unknown_offers(moment, view, count, chance)
    points = np.zeros((count, len(numbers)))
    for spirit, index in by_spirit(pool.choices, numbers):
        places = [numbers.index(number) for number in index.tolist()]
        points[:, places] = _follow(pool, spirit, index, scenarios, unknown) / PARTS
    return points


def _unknown_offers(moment: Moment, view: View, count: int, chance: Random) -> Offers:
    """Draw what the record does not show, a column per scenario; known parts get 0 tokens and `NO_CARD`."""
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


def _follow(
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
    values = outcomes(
        setting,
        pool.crowd.select(turn),
        offers,
        pool.spaces[turn],
        Scenarios(*(column.take(course, axis=-1) for column in scenarios)),
    )
    return values.reshape(courses, len(index))


def by_spirit(choices: Sequence[Choice], numbers: Sequence[int] | range) -> Iterator[tuple[int, NDArray[np.intp]]]:
    """Yield each spirit with the choices that keep it."""
    for spirit in dict.fromkeys(choices[number].spirit for number in numbers):
        yield spirit, np.array([number for number in numbers if choices[number].spirit == spirit], np.intp)


_OWN_TURNS = 4
"""Turns of the player to follow in the choice of the best turn."""
_CANDIDATES = 12
"""Turns to follow over the first scenarios; fewer (`_LEVEL_CANDIDATES`) of those that keep some player's choices."""
_SHARES = ((1, 1, 4), (2 / 3, 2 / 3, 8), (1 / 3, 1 / 2, 16))
"""For each round: the share of all candidates, and of those of a level, that remain; and new scenarios for each."""
_LEVEL_CANDIDATES = 5
_ALIKE = 4
"""The most turns to follow that take the same tokens, as long as there are others."""
_LEVELS = len(CHOICES)


def _matches(pool: Pool, level: int, number: int) -> bool:
    """Return whether a turn has the first `level` choices of the one played: spirit, tokens, card, spaces, cubes."""
    assert pool.played is not None
    own, other = pool.choices[pool.played], pool.choices[number]
    kept = (
        own.spirit == other.spirit,
        own.tokens == other.tokens,
        own.card == other.card,
        own.stacks == other.stacks,
        own.outcome == other.outcome,
    )
    return all(kept[:level])


def _levels(pool: Pool) -> list[list[int]]:
    """Return the turns of each level, the best by the value function first: from all turns to the one played."""
    order = _spread(pool, np.argsort(-pool.values, kind="stable").tolist())
    if pool.played is None:
        return [order]
    return [[number for number in order if _matches(pool, level, number)] for level in range(_LEVELS + 1)]


def _spread(pool: Pool, order: list[int]) -> list[int]:
    """Return turns in an order in which no set of tokens crowds out the others: some of each first, then the rest."""
    counts: Counter[int] = Counter()
    first: list[int] = []
    rest: list[int] = []
    for number in order:
        tokens = pool.choices[number].tokens
        counts[tokens] += 1
        (first if counts[tokens] <= _ALIKE else rest).append(number)
    return first + rest


def best_of_levels(pool: Pool, moment: Moment, times: int, chance: Random) -> list[int]:
    """Return the best turn of each level, by sequential halving over common scenarios.

    Parameters
    ----------
    pool, moment
        The turns, and the moment of the choice.
    times
        Factor for the usual number of scenarios.
    chance
        The source of chance.
    """
    levels = _levels(pool)
    sums = np.zeros(len(pool.choices))
    everything = len(pool.choices)
    sizes = [_CANDIDATES if len(level) == everything else _LEVEL_CANDIDATES for level in levels]
    for first, other, count in _SHARES:
        sizes_now = [max(2, round(size * (first if size == _CANDIDATES else other))) for size in sizes]
        levels = [level[:size] for level, size in zip(levels, sizes_now, strict=True)]
        going = sorted({number for level in levels for number in level})
        sums[going] += course_values(pool, going, moment, _OWN_TURNS, count * times, chance).sum(axis=0)
        # A stable sort: turns with equal outcomes keep the order of the value function.
        levels = [sorted(level, key=lambda number: -sums[number]) for level in levels]
    best: list[int] = []
    for level in reversed(levels):
        # Among turns with equal outcomes, keep the one nearest to the turn played.
        best.insert(0, level[0] if not best or sums[level[0]] > sums[best[0]] else best[0])
    for kept in range(1, len(best)):
        # With fewer choices kept, more candidates competed; if their winner keeps this choice too, it also wins here.
        if _matches(pool, kept, best[kept - 1]):
            best[kept] = best[kept - 1]
    return best
