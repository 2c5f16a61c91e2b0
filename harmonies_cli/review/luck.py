"""The luck of a turn: how much better the tokens and cards on offer were than those that the player could expect."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.crowd import NO_CARD, Setting
from harmonies_cli.bots.interface import View, with_spirit
from harmonies_cli.bots.lookahead import crowd_of_seat, others_of, play_others
from harmonies_cli.bots.scenarios import Offers, draw_scenarios
from harmonies_cli.bots.situation import steps_after_this
from harmonies_cli.bots.value_function import PARTS, final_values
from harmonies_cli.bots.valued_turns import play_valued_turns
from harmonies_cli.review.moments import Moment
from harmonies_cli.review.pool import SEARCH, spirits_of
from harmonies_cli.rules.board.cards import ANIMALS, SPIRITS
from harmonies_cli.rules.board.tokens import BOX, LANES, UNITS
from harmonies_cli.rules.replay.state import TOKENS_PER_SPACE

__all__ = ["luck_of"]

_OFFERS = 12
"""The number of offers to draw in place of the actual one."""


def luck_of(moment: Moment, previous: Moment | None, chance: Random) -> float | None:
    """Return how many more points than expected a player's best turn is worth.

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
        The value of the best turn with the tokens and cards on offer, less its mean value with the offers that the
        player could expect at the end of the previous turn or the start of the game; None if the record does not show
        the offer.
    """
    if not (moment.knows_tokens and moment.knows_row):
        return None
    view = moment.view()
    own = spirits_of(view)
    hands = [own] * _OFFERS
    if previous is None:
        other = _first_offers(view, chance)
        if moment.knows_spirits and view.spirits:
            hands = [chance.sample(SPIRITS, len(own)) for _ in range(_OFFERS)]
    elif previous.knows_tokens and previous.knows_row:
        other = _next_offers(previous, len(view.row), chance)
    else:
        return None
    if not any(view.central):
        return None
    row = [*view.row, *[NO_CARD] * (len(other.row) - len(view.row))]
    offers = Offers(
        np.concatenate((np.array(view.central, np.int64)[:, None], other.central), axis=1),
        np.concatenate((np.array(row, np.intp)[:, None], other.row), axis=1),
    )
    going = np.flatnonzero(offers.central.any(axis=0))
    came, *expected = _best_values(view, offers.select(going), [[own, *hands][number] for number in going.tolist()])
    return float(came - np.mean(expected)) if expected else None


def _best_values(view: View, offers: Offers, hands: Sequence[Sequence[int]]) -> NDArray[np.float64]:
    """Return the value of the best turn with each offer, by the value function.

    A narrow search misses points, but with each offer, so that they nearly cancel in the difference.
    """
    best = np.full(len(hands), -np.inf)
    for spirit in dict.fromkeys(spirit for hand in hands for spirit in hand):
        index = np.flatnonzero([spirit in hand for hand in hands])
        own = with_spirit(view, spirit)
        crowd = crowd_of_seat(own, own.seat, steps_after_this(own, SEARCH.pace), SEARCH)
        setting = Setting(view.side, SEARCH, spirit)
        played = play_valued_turns(setting, crowd.select(np.zeros(len(index), np.intp)), offers.select(index))
        best[index] = np.maximum(best[index], final_values(setting, played.crowd) / PARTS)
    return best


def _first_offers(view: View, chance: Random) -> Offers:
    """Draw possible offers at the beginning of a game."""
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
    """Draw possible offers of the player's next turn, given what is known at the end of this one."""
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
    spaces = np.full(_OFFERS, played.space - 1 if played.space else space)
    return play_others(others_of(view, _OFFERS, SEARCH), offers, scenarios, 0, spaces)[1]
