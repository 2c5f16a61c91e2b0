"""Outcomes of turns: follow each for a few more over common scenarios, then value the position.

The other players answer between two of the player's own turns: each plays a greedy turn on the board that it has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.crowd import NO_CARD, Crowd, Setting, banked_points, crowd_of, is_over
from harmonies_cli.bots.greedy import situation_of
from harmonies_cli.bots.interface import View, copy_seat
from harmonies_cli.bots.lockstep import PlayTurns, play_turns
from harmonies_cli.bots.scenarios import Offers, Scenarios, next_offers, refill_own
from harmonies_cli.bots.situation import steps_after_this
from harmonies_cli.bots.value_function import final_values
from harmonies_cli.bots.valued_turns import play_valued_turns
from harmonies_cli.bots.weights import Weights
from harmonies_cli.rules.replay.state import Seat

__all__ = [
    "Other",
    "crowd_of_seat",
    "every_course",
    "look_ahead",
    "others_of",
    "outcomes",
    "play_others",
    "turns_followed",
]

_HALFWAY = 4
"""Own turns before the first of the two values of an outcome."""


def turns_followed(
    setting: Setting,
    crowd: Crowd,
    offers: Offers,
    spaces: NDArray[np.intp],
    scenarios: Scenarios,
    play: PlayTurns = play_valued_turns,
) -> Iterator[Crowd]:
    """Play turns of the player and yield the positions after each, until all games are over.

    Parameters
    ----------
    setting, crowd
        The positions, at the end of a turn of the player.
    offers
        The central board and the row at the beginning of that turn, without the card taken.
    spaces
        The central space emptied in that turn.
    scenarios
        One for each position; their number of turns is played.
    play
        How the player plays a turn.
    """
    crowd = crowd._replace(turns=scenarios.turns).select(np.arange(len(spaces)))
    spaces = spaces.copy()
    yield crowd
    for turn in range(len(scenarios.refills)):
        offers = next_offers(offers, scenarios, turn, spaces)
        going = np.flatnonzero(~is_over(setting.side, crowd) & offers.central.any(axis=0))
        if not len(going):
            return
        crowd.turns[going] -= 1
        played = play(setting, crowd.select(going), offers.select(going))
        crowd.assign(going, played.crowd)
        spaces[going] = played.spaces
        offers.row[:, going] = played.row
        yield crowd


def outcomes(
    setting: Setting, crowd: Crowd, offers: Offers, spaces: NDArray[np.intp], scenarios: Scenarios
) -> NDArray[np.int64]:
    """Return the outcome of each position: the mean of two values.

    One is the value after `_HALFWAY` own turns, which varies less from scenario to scenario; the other is that of the
    last position, which is nearer to the truth.

    Parameters
    ----------
    setting, crowd, offers, spaces, scenarios
        As `turns_followed` takes them.

    Returns
    -------
    ndarray
        Expected final points in parts of `value_function.PARTS`.
    """
    halfway = last = crowd
    for turn, last in enumerate(turns_followed(setting, crowd, offers, spaces, scenarios)):
        if turn <= _HALFWAY:
            halfway = last.select(np.arange(len(last.turns)))
    return (final_values(setting, halfway) + final_values(setting, last)) >> 1


def look_ahead(
    setting: Setting,
    candidates: Crowd,
    offers: Offers,
    spaces: NDArray[np.intp],
    scenarios: Scenarios,
) -> NDArray[np.int64]:
    """Return the outcomes of candidate turns in each scenario; shape (scenarios, candidates).

    Parameters
    ----------
    setting, candidates
        The positions after each candidate turn.
    offers
        The central board at the beginning of the turn, and the row without the card that each candidate has taken.
    spaces
        The central space that each candidate has emptied.
    scenarios
        Scenarios, the same for all candidates.
    """
    courses = every_course(candidates, offers, spaces, scenarios)
    return outcomes(setting, *courses).reshape(len(scenarios.turns), len(spaces))


def every_course(
    candidates: Crowd, offers: Offers, spaces: NDArray[np.intp], scenarios: Scenarios
) -> tuple[Crowd, Offers, NDArray[np.intp], Scenarios]:
    """Return every candidate in every scenario as arguments of `turns_followed`; the candidates vary fastest."""
    number, courses = len(spaces), len(scenarios.turns)
    candidate = np.tile(np.arange(number), courses)
    course = np.repeat(np.arange(courses), number)
    return (
        candidates.select(candidate),
        offers.select(candidate),
        spaces[candidate],
        Scenarios(*(column.take(course, axis=-1) for column in scenarios)),
    )


class Other(NamedTuple):
    """Another player: the side, the weights and the spirit, and the positions at the beginning of a turn."""

    setting: Setting
    crowd: Crowd


def crowd_of_seat(view: View, seat: Seat, steps: int, weights: Weights) -> Crowd:
    """Return a seat as a position: at the end of a turn, or at its beginning.

    Parameters
    ----------
    view
        The rest of the game.
    seat
        The board and the cards.
    steps
        Own turns to come, in steps.
    weights
        The weights of the estimate.
    """
    view = replace(view, seat=copy_seat(seat), row=[], _seats=None)
    situation, state = situation_of(view, -1 if seat.spirit is None else seat.spirit, steps, weights)
    return crowd_of(situation, state, banked_points(seat, situation.cards))


def others_of(view: View, number: int, weights: Weights) -> list[Other]:
    """Return the other players in the order in which they play, as `number` equal positions each."""
    after = [*range(view.player, len(view.seats)), *range(view.player - 1)]
    same = np.zeros(number, np.intp)
    others = []
    for index in after:
        seat = view.seats[index]
        own = replace(view, player=index + 1, seat=seat, _seats=None)
        crowd = crowd_of_seat(own, seat, steps_after_this(own, weights.pace), weights)
        setting = Setting(view.side, weights, -1 if seat.spirit is None else seat.spirit)
        others.append(Other(setting, crowd.select(same)))
    return others


def play_others(
    others: list[Other], offers: Offers, scenarios: Scenarios, turn: int, spaces: NDArray[np.intp]
) -> tuple[list[Other], Offers]:
    """Play a greedy turn of each other player, and return them with what the player's next turn finds.

    Parameters
    ----------
    others
        The other players, in the order in which they play.
    offers, scenarios, turn, spaces
        As `next_offers` takes them; the scenarios give the refills, not what the others take.
    """
    offers = refill_own(offers, scenarios, turn, spaces)
    after = []
    for place, (setting, crowd) in enumerate(others, 1):
        going = np.flatnonzero(offers.central.any(axis=0))
        crowd = crowd.select(np.arange(len(spaces)))
        if len(going):
            played = play_turns(setting, crowd.select(going), offers.select(going))
            crowd.assign(going, played.crowd)
            offers.central[played.spaces, going] = scenarios.refills[turn, place, going]
            offers.row[:, going] = np.where(played.row == NO_CARD, scenarios.cards[turn, place, going], played.row)
        after.append(Other(setting, crowd._replace(turns=np.maximum(crowd.turns - 1, 0))))
    return after, offers
