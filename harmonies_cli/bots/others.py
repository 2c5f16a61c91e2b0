"""The turns of the other players between two of the player's own: each plays a greedy turn on the board that it has."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.crowd import NO_CARD, Crowd, Setting, banked_points, crowd_of
from harmonies_cli.bots.greedy import situation_of
from harmonies_cli.bots.interface import View, copy_seat
from harmonies_cli.bots.lockstep import play_turns
from harmonies_cli.bots.scenarios import Offers, Scenarios, refill_own
from harmonies_cli.bots.situation import steps_after_this
from harmonies_cli.bots.weights import Weights
from harmonies_cli.rules.replay.state import Seat

__all__ = ["Other", "crowd_of_seat", "others_of", "play_others"]


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
