"""The luck of a turn: what the central board and the row offered, compared with what the player could expect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np

from harmonies_cli.bots.crowd import NO_CARD, Setting, banked_points, crowd_of
from harmonies_cli.bots.greedy import GreedyParameters, good_turns, situation_of
from harmonies_cli.bots.interface import View
from harmonies_cli.bots.others import others_of, play_others
from harmonies_cli.bots.scenarios import Offers, draw_scenarios
from harmonies_cli.bots.situation import steps_after_this
from harmonies_cli.bots.value_function import PARTS, final_values
from harmonies_cli.review.moments import Moment
from harmonies_cli.review.pool import SEARCH, spirits_of, with_spirit
from harmonies_cli.rules.board.cards import ANIMALS, SPIRITS
from harmonies_cli.rules.board.tokens import BOX, LANES, UNITS
from harmonies_cli.rules.replay.state import TOKENS_PER_SPACE

__all__ = ["luck_of"]

_OFFERS = 12
"""The number of offers to draw in place of the actual one."""
_QUICK = GreedyParameters(width_1=2, width_2=3, width_3=3, finalists=6)
"""The width of each search; a narrow search misses points of both terms of the difference, so they nearly cancel."""


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
    hands: list[list[int]] = []
    if previous is None:
        other = _first_offers(view, chance)
        hands = [chance.sample(SPIRITS, len(view.spirits)) for _ in range(_OFFERS if moment.knows_spirits else 0)]
    elif previous.knows_tokens and previous.knows_row:
        other = _next_offers(previous, len(view.row), chance)
    else:
        return None
    if not any(view.central):
        return None
    came = _best_value(view, view.central, view.row)
    expected = [
        _best_value(replace(view, spirits=hands[number]) if hands else view, central, row)
        for number, (central, row) in enumerate(zip(other.central.T.tolist(), other.row.T.tolist(), strict=True))
        if any(central)
    ]
    return came - sum(expected) / len(expected) if expected else None


def _best_value(view: View, central: Sequence[int], row: Sequence[int]) -> float:
    """Return the value of the best turn with an offer, by the value function and a quick search."""
    steps = steps_after_this(view, SEARCH.pace)
    values = []
    for spirit in spirits_of(view):
        offered = replace(
            with_spirit(view, spirit),
            central=[tokens for tokens in central if tokens],
            row=[card for card in row if card != NO_CARD],
        )
        situation, state = situation_of(offered, spirit, steps, _QUICK)
        found = good_turns(
            offered, situation, state, _QUICK.widths, _QUICK.finalists, card_choices=_QUICK.finalists // 2
        )
        crowd = crowd_of(situation, found.end.states, banked_points(offered.seat, situation.cards))
        values.append(final_values(Setting(view.side, SEARCH, spirit), crowd).max() / PARTS)
    return float(max(values))


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
