"""What turns still to come are worth, over samples of what the others take and the pouch brings."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.boards import empty_spaces
from harmonies_cli.bots.evaluation import estimate
from harmonies_cli.bots.interface import View
from harmonies_cli.bots.search import best_lines
from harmonies_cli.bots.situation import Situation, States
from harmonies_cli.bots.weights import STEPS
from harmonies_cli.rules.board.sides import MOST_EMPTY_AT_END
from harmonies_cli.rules.board.tokens import LANES, UNITS
from harmonies_cli.rules.replay.state import TOKENS_PER_SPACE

__all__ = ["Ahead", "next_turn", "offers_after", "refills_from"]

Offers = list[list[int]]
"""For each scenario the tokens that lie on the central board, as packed sets."""


class Ahead(NamedTuple):
    """The best next turns of some states, for each scenario.

    Attributes
    ----------
    values
        Shape (scenarios, states); what a state is worth by itself where it ends the game.
    states
        The states after the best next turn, scenario by scenario.
    """

    values: NDArray[np.int64]
    states: States


def refills_from(pouch: int, number: int, chance: Random) -> list[int]:
    """Draw some refills from the pouch, each on its own, packed; as many tokens as there are."""
    tokens = [token for token, lane in enumerate(LANES) for _ in range(pouch // lane & 255)]
    refills = []
    for _ in range(number):
        left = tokens.copy()
        drawn = [left.pop(int(chance.random() * len(left))) for _ in range(min(TOKENS_PER_SPACE, len(left)))]
        refills.append(sum(UNITS[token] for token in drawn))
    return refills


def offers_after(
    view: View, spaces: Sequence[int], refills: Sequence[int], scenarios: int, chance: Random
) -> list[Offers]:
    """Return, for each scenario and candidate, the tokens that the next turn may find.

    Parameters
    ----------
    view
        The position.
    spaces
        The central space that each candidate empties.
    refills
        Refills to choose from.
    scenarios
        How many scenarios.
    chance
        The source of chance.
    """
    places = len(view.central)
    found = []
    for _ in range(scenarios):
        emptied = range(places) if view.solo else [int(chance.random() * places) for _ in view.seats[1:]]
        new = [refills[int(chance.random() * len(refills))] for _ in range(places if view.solo else len(view.seats))]
        staying = [place for place in range(places) if place not in emptied]
        found.append(
            [
                [packed for packed in (*(view.central[place] for place in staying if place != space), *new) if packed]
                for space in spaces
            ]
        )
    return found


def next_turn(
    situation: Situation,
    states: States,
    worth: NDArray[np.int32],
    offers: Sequence[Offers],
    widths: Sequence[int],
) -> Ahead:
    """Find the best next turn of every state in every scenario.

    Parameters
    ----------
    situation
        As it is at the end of the present turn.
    states
        The states at the end of the present turn.
    worth
        Their values.
    offers
        For each scenario and state, the sets of tokens to choose from.
    widths
        Widths of the beam after the first and the second token.
    """
    later = situation._replace(turns=max(0, situation.turns - STEPS))
    fresh = states._replace(took=np.zeros_like(states.took))
    tokens = sorted({packed for scenario in offers for offer in scenario for packed in offer})
    over = np.bitwise_count(empty_spaces(situation.side, states.planes)) <= MOST_EMPTY_AT_END
    live = np.flatnonzero(~over)
    found = []
    if len(live):
        found = best_lines(
            situation.side,
            fresh.select(live),
            tokens,
            lambda after, to_place: estimate(later, after, to_place).values,
            (*widths, 1),
        )
    number = len(worth)
    # The states themselves come first: they are what counts where the game is over.
    values = np.full((len(tokens) + 1, number), np.iinfo(np.int32).min, np.int64)
    values[0] = worth
    places = np.zeros((len(tokens) + 1, number), np.intp)
    places[0] = np.arange(number)
    size = number
    for packed, lines in found:
        row = tokens.index(packed) + 1
        values[row, live[lines.roots]] = lines.values
        places[row, live[lines.roots]] = size + np.arange(len(lines.roots))
        size += len(lines.roots)
    after = States.joined((fresh, *(lines.states for _, lines in found)))
    best = np.array(
        [
            [
                0
                if over[state]
                else max((tokens.index(packed) + 1 for packed in offer), key=lambda row: values[row, state])
                for state, offer in enumerate(scenario)
            ]
            for scenario in offers
        ],
        np.intp,
    )
    columns = np.arange(number)
    return Ahead(values[best, columns], after.select(places[best, columns].ravel()))
