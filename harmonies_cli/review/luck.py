"""What the central board and the row offered, against what was to be expected."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.crowd import NO_CARD, Crowd, Setting
from harmonies_cli.bots.interface import View
from harmonies_cli.bots.lockstep import play_turns
from harmonies_cli.bots.scenarios import Offers, draw_scenarios, next_offers
from harmonies_cli.bots.situation import steps_after_this
from harmonies_cli.bots.value_function import PARTS, final_values
from harmonies_cli.review.moments import Moment
from harmonies_cli.review.pool import SEARCH, crowd_of_seat
from harmonies_cli.rules.board.cards import ANIMALS
from harmonies_cli.rules.board.tokens import BOX, LANES, UNITS
from harmonies_cli.rules.replay.state import TOKENS_PER_SPACE

__all__ = ["luck_of"]

_OFFERS = 96
"""Offers drawn in place of the one that came."""


def luck_of(moment: Moment, previous: Moment | None, chance: Random) -> float | None:
    """Return by how many points a player's best turn is worth more than was to be expected.

    Parameters
    ----------
    moment
        The turn.
    previous
        The player's turn before it, or None if it is the first.
    chance
        The source of chance.

    Returns
    -------
    float or None
        The value of a greedy turn with the tokens and cards that lay there, minus the mean of that with others that the
        player could expect at the end of the last turn; None if the record does not tell what lay there.
    """
    if not (moment.knows_tokens and moment.knows_row):
        return None
    view = moment.view()
    if previous is None:
        other = _first_offers(view, chance)
    elif previous.knows_tokens and previous.knows_row:
        other = _next_offers(previous, len(view.row), chance)
    else:
        return None
    row = np.full((len(other.row), 1), NO_CARD, np.intp)
    row[: len(view.row), 0] = view.row
    came = Offers(np.array(view.central, np.int64)[:, None], row)
    offers = Offers(
        np.concatenate((came.central, other.central), axis=1), np.concatenate((came.row, other.row), axis=1)
    )
    possible = offers.central.any(axis=0)
    if not possible[0]:
        return None
    values = _best_values(view, Offers(offers.central[:, possible], offers.row[:, possible]))
    return float(values[0] - values[1:].mean()) if len(values) > 1 else None


def _best_values(view: View, offers: Offers) -> NDArray[np.float64]:
    """Return what a greedy turn comes to with each offer, by the value function."""
    crowd: Crowd = crowd_of_seat(view, view.seat, steps_after_this(view, SEARCH.pace))
    crowd = crowd.select(np.zeros(offers.central.shape[1], np.intp))
    setting = Setting(view.side, SEARCH, -1 if view.seat.spirit is None else view.seat.spirit)
    values: NDArray[np.float64] = final_values(setting, play_turns(setting, crowd, offers).crowd) / PARTS
    return values


def _first_offers(view: View, chance: Random) -> Offers:
    """Draw what may lie there at the beginning of a game."""
    tokens = [token for token, lane in enumerate(LANES) for _ in range(BOX // lane & 255)]
    central = np.zeros((len(view.central), _OFFERS), np.int64)
    row = np.full((len(view.row), _OFFERS), NO_CARD, np.intp)
    for offer in range(_OFFERS):
        drawn = chance.sample(tokens, TOKENS_PER_SPACE * len(central))
        for space in range(len(central)):
            central[space, offer] = sum(UNITS[token] for token in drawn[TOKENS_PER_SPACE * space :][:TOKENS_PER_SPACE])
        row[:, offer] = chance.sample(ANIMALS, len(row))
    return Offers(central, row)


def _next_offers(previous: Moment, row_size: int, chance: Random) -> Offers:
    """Draw what a player may find in the next turn, as far as can be known at the end of this one."""
    view, played = previous.view(), previous.played
    assert played is not None
    scenarios = draw_scenarios(view, _OFFERS, 1, chance)
    row = [NO_CARD if card in (played.card, played.discarded) else card for card in view.row]
    row += [NO_CARD] * (row_size - len(row))
    offers = Offers(
        np.repeat(np.array(view.central, np.int64)[:, None], _OFFERS, 1),
        np.repeat(np.array(row, np.intp)[:, None], _OFFERS, 1),
    )
    space = view.central.index(played.tokens) if played.tokens in view.central else 0
    return next_offers(offers, scenarios, 0, np.full(_OFFERS, played.space - 1 if played.space else space))
